import { UsageError } from '@rpcloom/cli/internal'
import { readOptions, usage } from './options.ts'
import type { McpProgram } from './program.ts'
import { programServer } from './program-server.ts'
import { requireOutput, serve } from './serve.ts'

/** Runs the command of an MCP server. Sets the exit code 2 for invalid arguments or settings, and for a port in use, and 1 if the output cannot be written. */
export async function runMcp(program: McpProgram): Promise<void> {
  requireOutput(program.name)
  try {
    const options = readOptions(process.argv.slice(2))
    if (options.help)
      return void process.stdout.write(`${usage(program.name, program.description)}\n`)
    if (options.version) return void process.stdout.write(`${program.version}\n`)
    await serve(await programServer(program, options), options.http)
  } catch (error) {
    // The errors of `parseArgs` and of the operating system have a code.
    if (!(error instanceof UsageError || (error instanceof Error && 'code' in error))) throw error
    process.stderr.write(`${program.name}: ${error.message}\n`)
    process.exitCode = 2
  }
}
