export function boundOf(row: { readonly method: string }): string
export function methodsOf(
  known: ReadonlySet<string>,
): Promise<readonly { readonly method: { readonly name: string } }[]>
export const FIXED: string
