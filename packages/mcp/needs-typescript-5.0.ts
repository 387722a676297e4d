// Older versions of TypeScript resolve this package to this file and report the error in it.
export const typescript: 'This package needs TypeScript 5.0 or later' = false
