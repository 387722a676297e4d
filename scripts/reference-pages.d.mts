/** Returns the page of all commands, with the help of each. */
export function commandsPage(): Promise<string>
/** Returns the page of all options of the configuration. */
export function configurationPage(): string
