import { sampleSocketUrl, sampleUrl } from 'rpcloom/codegen'
import type { Json } from 'rpcloom/model'
import { block } from '../../page/leaf.ts'
import { sampleJson } from '../../try-it/call/sample-text.ts'
import { requestOf, type Sample, type SampleCall } from './call.ts'

export function pythonSample(call: SampleCall): Sample {
  const lines = [
    'import json',
    'from urllib.request import Request, urlopen',
    '',
    `body = ${pythonLiteral(requestOf(call))}`,
    'request = Request(',
    `    ${pythonLiteral(sampleUrl(call.group, call.method))},`,
    '    data=json.dumps(body).encode(),',
    '    headers={"content-type": "application/json"},',
    ')',
    ...(call.method.result === undefined ? ['urlopen(request).close()'] : response),
  ]
  return { language: 'Python', code: block('python', lines.join('\n')) }
}

const response = [
  'with urlopen(request) as http:',
  '    response = json.load(http)',
  'print(response.get("error") or response["result"])',
]

const messages = ['        async for message in socket:', '            print(json.loads(message))']

/** A Python program that makes the call with the `websockets` package and prints the messages. */
export function pythonSocketSample(call: SampleCall): Sample {
  const lines = [
    'import asyncio',
    'import json',
    'from websockets import connect',
    '',
    `body = ${pythonLiteral(requestOf(call))}`,
    '',
    '',
    'async def main():',
    `    async with connect(${pythonLiteral(sampleSocketUrl(call.group))}) as socket:`,
    '        await socket.send(json.dumps(body))',
    ...(call.method.result === undefined ? [] : messages),
    '',
    '',
    'asyncio.run(main())',
  ]
  return { language: 'Python', code: block('python', lines.join('\n')) }
}

const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/**
 * Formats a value as a Python literal: JSON with `True`, `False` and `None`. Occurrences of `true`,
 * `false` and `null` inside strings do not change.
 */
export function pythonLiteral(value: Json): string {
  return sampleJson(value)
    .replace(/^ +/gm, (indent) => indent + indent)
    .replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (part) => words[part] ?? part)
}
