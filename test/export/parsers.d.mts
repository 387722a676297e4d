export function redoclyProblems(document: unknown): Promise<readonly string[]>

export function parseAsyncApi(document: unknown): Promise<{
  readonly problems: readonly string[]
  readonly operations: readonly {
    readonly id: string
    readonly action: string
    readonly messages: readonly string[]
  }[]
}>

export function parsePostman(json: unknown): readonly {
  readonly name: string
  readonly folder: string
  readonly method: string
  readonly url: string
  readonly body: string
  readonly responses: readonly string[]
}[]

export function parseBru(
  path: string,
  text: string,
): {
  readonly meta?: { readonly name: string }
  readonly http?: { readonly method: string; readonly url: string }
  readonly body?: { readonly json: string }
  readonly docs?: string
}
