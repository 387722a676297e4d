/**
 * Returns the names of the reports that differ from the built declarations, including missing and superfluous
 * ones.
 */
export function staleReports(): readonly string[]
