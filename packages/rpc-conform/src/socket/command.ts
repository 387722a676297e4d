import { spawn } from 'node:child_process'
import { stdio } from '@rpcloom/rpc/channels'
import type { OpenChannel } from './connection.ts'
import { type ConnectionSendOptions, connectionSend, type SocketSend } from './send.ts'

/** Time in milliseconds after which a program that does not end is killed. */
const END_MS = 1000

/** Options for sending cases to a program over its standard streams. */
export interface CommandOptions extends ConnectionSendOptions {
  /** The program and its arguments. No shell reads them. */
  readonly command: readonly string[]
  readonly framing: 'lines' | 'headers' | 'values'
}

/** Sends cases to a program. A program that has ended is started again. */
export function commandSend(options: CommandOptions): SocketSend {
  return connectionSend(options, () => started(options))
}

function started({ command: [file = '', ...args], framing }: CommandOptions): OpenChannel {
  return (events) => {
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const channel = stdio(child, framing)
    channel.listen(events)
    return {
      send: (text) => channel.send(text),
      close() {
        channel.close()
        child.kill()
        const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
        child.once('exit', () => clearTimeout(timer))
      },
    }
  }
}
