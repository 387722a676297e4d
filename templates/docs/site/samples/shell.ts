import { jsonText, sampleSocketUrl, sampleUrl, visibleJson } from 'rpcloom/codegen'
import { block } from '../../page/leaf.ts'
import { curlText, shellWord } from '../../try-it/call/sample-text.ts'
import { requestOf, type Sample, type SampleCall } from './call.ts'

export function curlSample(call: SampleCall): Sample {
  const text = curlText(sampleUrl(call.group, call.method), requestOf(call))
  return { language: 'curl', code: block('shell', text) }
}

export function socketShellSample(call: SampleCall): Sample {
  const lines = [
    `npx wscat --connect ${shellWord(sampleSocketUrl(call.group))} \\`,
    `  --wait 60 --execute ${shellWord(visibleJson(jsonText(requestOf(call))))}`,
  ]
  return { language: 'Shell', code: block('shell', lines.join('\n')) }
}
