import { jsonText, visibleJson } from 'rpcloom/codegen'
import { block } from '../../page/leaf.ts'
import { layoutJson } from '../layout-json.ts'
import { requestOf, type Sample, type SampleCall, socketOf, urlOf } from './call.ts'

/** Longer requests are split over several lines. */
const longestBody = 46

/** A shell command that makes the call with curl. */
export function curlSample(call: SampleCall): Sample {
  const lines = [
    `curl -s ${shellWord(urlOf(call.group, call.method))} \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d ${shellWord(visibleJson(bodyOf(call)))}`,
  ]
  return { language: 'curl', code: block('shell', lines.join('\n')) }
}

/** A shell command that makes the call over a WebSocket and prints the messages. */
export function socketShellSample(call: SampleCall): Sample {
  const lines = [
    `npx wscat --connect ${shellWord(socketOf(call.group))} \\`,
    `  --wait 60 --execute ${shellWord(visibleJson(jsonText(requestOf(call))))}`,
  ]
  return { language: 'Shell', code: block('shell', lines.join('\n')) }
}

function bodyOf(call: SampleCall): string {
  const compact = jsonText(requestOf(call))
  return compact.length > longestBody ? layoutJson(requestOf(call), '  ') : compact
}

function shellWord(text: string): string {
  if (/^[\w./:@%+=-]+$/.test(text)) return text
  return `'${text.replaceAll("'", `'\\''`)}'`
}
