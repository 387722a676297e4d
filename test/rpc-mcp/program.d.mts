import type { McpProgram } from '@rpcloom/mcp'

export function programOf(
  documents: Readonly<Record<string, object>>,
  more?: Partial<McpProgram>,
): McpProgram
