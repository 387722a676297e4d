/** A variable in the address of a server. */
export interface ServerVariable<Value> {
  readonly default: Value
  /** Allowed values. If absent, every string is allowed. */
  readonly enum?: readonly Value[]
  readonly description?: string
}

/** A server listed by a document. `Variables` is the type of the variables in its address. */
export interface DocumentedServer<Variables = object> {
  readonly name?: string
  readonly description?: string
  /** Address template with `${name}` for each variable. */
  readonly url: string
  readonly variables: { readonly [Name in keyof Variables]: ServerVariable<Variables[Name]> }
}

/**
 * Returns the address of a documented server, for `http(...)`. Omitted variables have their defaults. Throws
 * a TypeError for a value that the document does not allow.
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
      throw new TypeError(`${name} must be one of ${allowed.join(', ')}, not ${String(value)}`)
    }
    return String(value)
  })
}
