/** Names of the reports that are not what the declarations say, missing and superfluous ones among them. */
export function staleReports(): readonly string[]
