interface Called {
  readonly isError?: boolean
  readonly structuredContent?: unknown
  readonly content: readonly object[]
}

export interface McpClient {
  readonly names: () => Promise<readonly string[]>
  readonly call: (name: string, given?: object) => Promise<Called>
  readonly read: (uri: string) => Promise<string>
  readonly resources: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

export declare function mcpClient(
  args: readonly string[],
  options?: { readonly cwd?: string; readonly answer?: (message: string) => object },
): Promise<McpClient>
