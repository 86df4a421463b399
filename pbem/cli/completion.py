"""`pbem completion`: the shell's completion of pbem's commands and options."""

import click
from click.shell_completion import get_completion_class

_SET_UP = {
    "bash": 'eval "$(pbem completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(pbem completion zsh)"   # in ~/.zshrc',
    "fish": "pbem completion fish > ~/.config/fish/completions/pbem.fish",
}


@click.command()
@click.argument("shell", type=click.Choice(sorted(_SET_UP)))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print what makes a shell complete pbem's commands.

    \b
    bash: eval "$(pbem completion bash)" in ~/.bashrc
    zsh:  eval "$(pbem completion zsh)" in ~/.zshrc
    fish: pbem completion fish > ~/.config/fish/completions/pbem.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, "pbem", "_PBEM_COMPLETE").source())
