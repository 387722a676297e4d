/** A part of a server's address that is left open. */
export interface ServerVariable<Value> {
  readonly default: Value
  /** All that it may be; absent where it may be any text. */
  readonly enum?: readonly Value[]
  readonly description?: string
}

/** A server that a document names; `Variables` are the parts of its address that are left open. */
export interface DocumentedServer<Variables = object> {
  readonly name?: string
  readonly description?: string
  /** Holds `${name}` for each variable. */
  readonly url: string
  readonly variables: { readonly [Name in keyof Variables]: ServerVariable<Variables[Name]> }
}

/**
 * The address of a documented server, for `http(...)`: variables that are not given are at their defaults.
 * Throws TypeError for a value that the document does not list.
 */
export function serverUrl<Variables extends object>(
  server: DocumentedServer<Variables>,
  values: Partial<Variables> = {},
): string {
  const variables = server.variables as Readonly<Record<string, ServerVariable<unknown>>>
  return server.url.replace(/\$?\{([^{}]*)\}/g, (all, name: string) => {
    if (!Object.hasOwn(variables, name)) return all
    const { default: usual, enum: allowed } = variables[name] as ServerVariable<unknown>
    const value = (values as Readonly<Record<string, unknown>>)[name] ?? usual
    if (allowed && !allowed.includes(value)) {
      throw new TypeError(`${name} is one of ${allowed.join(', ')}, not ${String(value)}`)
    }
    return String(value)
  })
}
