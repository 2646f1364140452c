"""The subcommands of ``cuberails``, one per file; ``cli`` lists them."""
