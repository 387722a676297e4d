import { documentOf, examples, type Files, method, record, ref, schemas } from './parts.ts'

const byName = { paramStructure: 'by-name' }

const position = record({
  'line!': { type: 'integer', minimum: 0 },
  'character!': { type: 'integer', minimum: 0 },
})
const range = record({ 'start!': ref('Position'), 'end!': ref('Position') })
const here = { line: 0, character: 4 }

/** In the style of language servers and editor tools: by name, with slashes, unions and recursion. */
export const editors: Files = {
  'language-server.json': documentOf(
    [
      method(
        'textDocument/hover',
        {
          'textDocument!': record({ 'uri!': { type: 'string', format: 'uri' } }),
          'position!': ref('Position'),
        },
        { oneOf: [ref('Hover'), { type: 'null' }] },
        {
          ...byName,
          ...examples(
            [
              { textDocument: { uri: 'file:///a.ts' }, position: here },
              { contents: ['`x`', { language: 'ts', value: 'x' }] },
            ],
            [{ textDocument: { uri: 'file:///b.ts' }, position: here }, null],
          ),
        },
      ),
      method(
        'textDocument/documentSymbol',
        { 'uri!': { type: 'string' } },
        {
          oneOf: [
            { type: 'array', items: ref('DocumentSymbol') },
            { type: 'array', items: ref('SymbolInformation') },
            { type: 'null' },
          ],
        },
        {
          ...byName,
          ...examples([
            { uri: 'a' },
            [
              {
                name: 'A',
                kind: 5,
                range: { start: here, end: here },
                children: [{ name: 'b', kind: 6, range: { start: here, end: here } }],
              },
            ],
          ]),
        },
      ),
      {
        name: '$/cancelRequest',
        ...byName,
        params: [{ name: 'id', required: true, schema: { type: ['integer', 'string'] } }],
      },
      { name: 'initialized', ...byName, params: [] },
      method(
        'workspace/executeCommand',
        { 'command!': { type: 'string' }, arguments: { type: 'array', items: ref('LSPAny') } },
        ref('LSPAny'),
        {
          ...byName,
          ...examples([
            { command: 'x', arguments: [1, [null], { a: { b: [true] } }] },
            { deep: [[[]]] },
          ]),
        },
      ),
      method(
        'window/logMessage',
        { 'type!': { enum: [1, 2, 3, 4] }, 'message!': { type: 'string' } },
        { type: 'null' },
        byName,
      ),
    ],
    schemas({
      Position: position,
      Range: range,
      MarkedString: {
        oneOf: [
          { type: 'string' },
          record({ 'language!': { type: 'string' }, 'value!': { type: 'string' } }),
        ],
      },
      Hover: record({
        'contents!': {
          anyOf: [
            ref('MarkedString'),
            { type: 'array', items: ref('MarkedString') },
            ref('MarkupContent'),
          ],
        },
        range: ref('Range'),
      }),
      MarkupContent: record({
        'kind!': { enum: ['plaintext', 'markdown'] },
        'value!': { type: 'string' },
      }),
      SymbolKind: {
        type: 'integer',
        enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        'x-enumNames': ['File', 'Module'],
      },
      DocumentSymbol: record(
        {
          'name!': { type: 'string' },
          'kind!': ref('SymbolKind'),
          'range!': ref('Range'),
          children: { type: 'array', items: ref('DocumentSymbol') },
        },
        { additionalProperties: false },
      ),
      SymbolInformation: record({
        'name!': { type: 'string' },
        'location!': record({ 'uri!': { type: 'string' }, 'range!': ref('Range') }),
      }),
      LSPAny: {
        anyOf: [
          { type: 'object', additionalProperties: ref('LSPAny') },
          { type: 'array', items: ref('LSPAny') },
          { type: ['string', 'number', 'boolean', 'null'] },
        ],
      },
    }),
  ),
  'model-context.json': documentOf(
    [
      method('tools/list', { cursor: { type: 'string' } }, ref('ListToolsResult'), {
        ...byName,
        ...examples([{}, { tools: [{ name: 'a', inputSchema: { type: 'object' } }] }]),
      }),
      method(
        'tools/call',
        {
          'name!': { type: 'string' },
          arguments: { type: 'object', additionalProperties: {} },
          _meta: record({ progressToken: { type: ['string', 'integer'] } }),
        },
        ref('CallToolResult'),
        {
          ...byName,
          ...examples([
            { name: 'a', arguments: { x: 1 } },
            {
              content: [
                { type: 'text', text: 'hi' },
                { type: 'image', data: 'AA==', mimeType: 'image/png' },
              ],
            },
          ]),
        },
      ),
      {
        name: 'notifications/message',
        ...byName,
        params: [
          { name: 'level', required: true, schema: { enum: ['debug', 'info', 'error'] } },
          { name: 'data', required: true, schema: true },
        ],
      },
    ],
    schemas({
      Result: record(
        { _meta: { type: 'object', additionalProperties: true } },
        { additionalProperties: true },
      ),
      ListToolsResult: {
        allOf: [
          ref('Result'),
          record({
            'tools!': { type: 'array', items: ref('Tool') },
            nextCursor: { type: 'string' },
          }),
        ],
      },
      Tool: record({
        'name!': { type: 'string' },
        description: { type: 'string' },
        'inputSchema!': record({
          'type!': { const: 'object' },
          properties: {
            type: 'object',
            additionalProperties: { type: 'object', properties: {}, additionalProperties: true },
          },
          required: { type: 'array', items: { type: 'string' } },
        }),
      }),
      CallToolResult: {
        allOf: [
          ref('Result'),
          record({
            'content!': {
              type: 'array',
              items: { anyOf: [ref('TextContent'), ref('ImageContent'), ref('EmbeddedResource')] },
            },
            isError: { type: 'boolean' },
          }),
        ],
      },
      TextContent: record({
        'type!': { const: 'text', type: 'string' },
        'text!': { type: 'string' },
      }),
      ImageContent: record({
        'type!': { const: 'image', type: 'string' },
        'data!': { type: 'string', format: 'byte' },
        'mimeType!': { type: 'string' },
      }),
      EmbeddedResource: record({
        'type!': { const: 'resource' },
        'resource!': {
          anyOf: [
            record({ 'uri!': { type: 'string', format: 'uri' }, 'text!': { type: 'string' } }),
            record({
              'uri!': { type: 'string', format: 'uri' },
              'blob!': { type: 'string', format: 'byte' },
            }),
          ],
        },
      }),
    }),
  ),
  'debugger.yaml': `openrpc: "1.2.6"
info: { title: "", version: 0.1.0 }
methods:
  - name: Debugger.setBreakpointByUrl
    summary: ""
    paramStructure: by-name
    params:
      - { name: lineNumber, required: true, schema: { type: integer } }
      - { name: url, schema: { type: string, title: "" } }
      - { name: condition, schema: { $ref: "#/components/schemas/Condition" } }
    result: { name: "", schema: { type: object, required: [breakpointId, locations], properties: { breakpointId: { $ref: "#/components/schemas/Debugger.BreakpointId" }, locations: { type: array, items: { $ref: "#/components/schemas/Debugger.Location" } } } } }
    examples:
      - name: one
        params: [{ name: lineNumber, value: 3 }]
        result: { name: r, value: { breakpointId: "1:3:0", locations: [{ scriptId: "7", lineNumber: 3 }] } }
  - name: Debugger.paused
    params: []
  - name: Runtime.evaluate
    paramStructure: by-name
    params: [{ name: expression, required: true, schema: { type: string } }, { name: await, schema: { type: boolean } }]
    result: { name: r, schema: { $ref: "#/components/schemas/Runtime.RemoteObject" } }
components:
  schemas:
    Condition: { type: [string, "null"] }
    Debugger.BreakpointId: { type: string }
    Debugger.Location: { type: object, required: [scriptId, lineNumber], properties: { scriptId: { type: string }, lineNumber: { type: integer }, columnNumber: { type: integer } } }
    Runtime.RemoteObject:
      type: object
      required: [type]
      properties:
        type: { type: string, enum: [object, function, "undefined", string, number, boolean, symbol, bigint] }
        value: {}
        preview: { $ref: "#/components/schemas/Runtime.ObjectPreview" }
    Runtime.ObjectPreview: { type: object, properties: { entries: { type: array, items: { type: object, properties: { key: { $ref: "#/components/schemas/Runtime.RemoteObject" }, value: { $ref: "#/components/schemas/Runtime.RemoteObject" } } } } } }
`,
}
