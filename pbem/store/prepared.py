"""Statements that are run for every letter and every turn: compiled once for each database, then given to its driver.

SQLAlchemy's own execution costs several times what such a statement does (stack.md 9). Here it makes the SQL, the types of
parameters and columns, and the transaction, and no more; what comes back is the same, and whoever listens to
`before_cursor_execute` and `after_cursor_execute` hears of it.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Dialect

Statement = sa.Select[*tuple[Any, ...]] | sa.Insert | sa.Update


class Prepared:
    """A Core statement whose every parameter is a single value; or one for each database, by the dialect's name."""

    def __init__(self, statement: Statement | Mapping[str, Statement]) -> None:
        self._statements = statement if isinstance(statement, Mapping) else defaultdict(lambda: statement)
        self._compiled: dict[str, _Compiled] = {}

    def all(self, connection: Connection, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """The rows, each with its columns' values in order."""
        compiled, cursor = self._run(connection, values)
        rows = [compiled.row(row) for row in cursor.fetchall()]
        cursor.close()
        return rows

    def first(self, connection: Connection, values: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """The first row; None where there is none."""
        compiled, cursor = self._run(connection, values)
        row = cursor.fetchone()
        cursor.close()
        return None if row is None else compiled.row(row)

    def one(self, connection: Connection, values: Mapping[str, Any]) -> Any:
        """The first column of the only row: what an `insertion` gives back."""
        row = self.first(connection, values)
        assert row is not None
        return row[0]

    def run(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """Carries out an insert or update, and gives the number of its rows."""
        _, cursor = self._run(connection, values)
        count: int = cursor.rowcount
        cursor.close()
        return count

    def run_each(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Carries out an insert or update once for each of these rows."""
        if rows:
            compiled = self._compiled_for(connection.dialect)
            self._execute(connection, compiled, [compiled.parameters(values) for values in rows], many=True).close()

    def _run(self, connection: Connection, values: Mapping[str, Any]) -> "tuple[_Compiled, Any]":
        compiled = self._compiled_for(connection.dialect)
        return compiled, self._execute(connection, compiled, compiled.parameters(values), many=False)

    def _compiled_for(self, dialect: Dialect) -> "_Compiled":
        compiled = self._compiled.get(dialect.name)
        if compiled is None:
            compiled = self._compiled[dialect.name] = _Compiled(self._statements[dialect.name], dialect)
        return compiled

    def _execute(self, connection: Connection, compiled: "_Compiled", parameters: Any, *, many: bool) -> Any:
        """The cursor after that statement, or the same statement with many sets of parameters."""
        dialect = connection.dialect
        cursor = connection.connection.cursor()
        told = (connection, cursor, compiled.sql, parameters, None, many)
        for listener in connection.dispatch.before_cursor_execute:
            listener(*told)
        assert dialect.loaded_dbapi is not None
        try:
            (cursor.executemany if many else cursor.execute)(compiled.sql, parameters)
        except dialect.loaded_dbapi.Error as error:
            cursor.close()
            raise sa.exc.DBAPIError.instance(
                compiled.sql, parameters, error, dialect.loaded_dbapi.Error, hide_parameters=True, dialect=dialect
            ) from error
        for listener in connection.dispatch.after_cursor_execute:
            listener(*told)
        return cursor


def insertion(table: sa.Table, *, unless: Sequence[str] = (), returning: sa.Column[Any] | None = None) -> Prepared:
    """An insert of one row, whose id the database gives. A column that is not given gets its default, or nothing.

    `unless`: columns that are unique together; where there is a row with the same, none is inserted. `returning`: the column
    that `one` gives of the new row.
    """
    values: dict[str, Any] = {}
    for column in table.columns:
        if column is not table.autoincrement_column:
            values[column.name] = sa.bindparam(column.name, _default_of(column))
    if not unless:
        insert = sa.insert(table).values(values).inline()
        return Prepared(insert if returning is None else insert.returning(returning))
    assert returning is None, "a row that is not inserted gives nothing back"
    once = {
        "sqlite": sqlite.insert(table).values(values).on_conflict_do_nothing(list(unless)),
        "postgresql": postgresql.insert(table).values(values).on_conflict_do_nothing(index_elements=list(unless)),
    }
    return Prepared({name: insert.inline() for name, insert in once.items()})


def _default_of(column: sa.Column[Any]) -> Any:
    """What stands in a column that is not given: the default, which where it is made (an empty list) is made once."""
    default: Any = column.default
    if default is None:
        return None
    return default.arg(None) if default.is_callable else default.arg


class _Compiled:
    """A statement for one database: its SQL, how values go in and how columns come out."""

    def __init__(self, statement: Statement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, sa.sql.compiler.SQLCompiler)
        self.sql = str(compiled)
        assert not compiled.prefetch, f"{self.sql}: a default is left to be filled in"
        binds = {name: bind for bind, name in compiled.bind_names.items()}
        self._positional = compiled.positional
        names = (compiled.positiontup or ()) if self._positional else binds
        self._places = [
            (name, _default(binds[name]), binds[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in names
        ]
        columns = statement.selected_columns if isinstance(statement, sa.Select) else statement.exported_columns
        processes = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns]
        self._changed = [(place, process) for place, process in enumerate(processes) if process is not None]

    def parameters(self, values: Mapping[str, Any]) -> Any:
        """The values as the driver takes them. Raises KeyError for one that is missing."""
        made = []
        for name, default, process in self._places:
            value = values[name] if default is _REQUIRED else values.get(name, default)
            made.append(value if process is None else process(value))
        return made if self._positional else {place[0]: value for place, value in zip(self._places, made, strict=True)}

    def row(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """A row as the driver gave it, with its values as the columns' types have them."""
        if not self._changed:
            return row
        values = list(row)
        for place, process in self._changed:
            values[place] = process(values[place])
        return tuple(values)


_REQUIRED: Any = object()


def _default(bind: sa.BindParameter[Any]) -> Any:
    """The value of a parameter that is not given."""
    return _REQUIRED if bind.required else bind.effective_value
