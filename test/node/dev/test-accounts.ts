/** What the ten test accounts of a new development chain have together, in wei. */
export const TEST_ACCOUNTS = 10n * 10_000n * 10n ** 18n
