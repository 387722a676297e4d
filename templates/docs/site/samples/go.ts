import { sampleSocketUrl, sampleUrl } from 'rpcloom/codegen'
import type { Json } from 'rpcloom/model'
import { block } from '../../page/leaf.ts'
import { sampleJson } from '../../try-it/call/sample-text.ts'
import { requestOf, type Sample, type SampleCall } from './call.ts'

export function goSample(call: SampleCall): Sample {
  return program(
    ['fmt', 'io', 'log', 'net/http', 'strings'],
    [
      `body := ${goText(requestOf(call))}`,
      `url := ${quoted(sampleUrl(call.group, call.method))}`,
      'response, err := http.Post(url, "application/json", strings.NewReader(body))',
      ...orFail,
      'defer response.Body.Close()',
      'data, err := io.ReadAll(response.Body)',
      ...orFail,
      'fmt.Println(string(data))',
    ],
  )
}

/** A Go program that makes the call with `github.com/coder/websocket` and prints the messages. */
export function goSocketSample(call: SampleCall): Sample {
  const isNotification = call.method.result === undefined
  return program(
    ['context', ...(isNotification ? [] : ['fmt']), 'log', '', 'github.com/coder/websocket'],
    [
      `body := ${goText(requestOf(call))}`,
      'ctx := context.Background()',
      `socket, _, err := websocket.Dial(ctx, ${quoted(sampleSocketUrl(call.group))}, nil)`,
      ...orFail,
      'defer socket.CloseNow()',
      'if err := socket.Write(ctx, websocket.MessageText, []byte(body)); err != nil {',
      '\tlog.Fatal(err)',
      '}',
      ...(isNotification ? ['socket.Close(websocket.StatusNormalClosure, "")'] : messages),
    ],
  )
}

const messages = [
  'for {',
  '\t_, message, err := socket.Read(ctx)',
  '\tif err != nil {',
  '\t\tlog.Fatal(err)',
  '\t}',
  '\tfmt.Println(string(message))',
  '}',
]

const orFail = ['if err != nil {', '\tlog.Fatal(err)', '}']

function program(imports: readonly string[], statements: readonly string[]): Sample {
  const lines = [
    'package main',
    '',
    'import (',
    ...imports.map((path) => (path === '' ? '' : `\t"${path}"`)),
    ')',
    '',
    'func main() {',
    ...statements.map((line) => `\t${line}`),
    '}',
  ]
  return { language: 'Go', code: block('go', lines.join('\n')) }
}

/**
 * Formats JSON as a Go raw string literal. A backtick can only occur inside a JSON string, where it
 * is escaped.
 */
function goText(value: Json): string {
  return `\`${sampleJson(value).replaceAll('`', '\\u0060')}\``
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
