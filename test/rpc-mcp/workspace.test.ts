import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isInstalled } from '../peers/packages.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const bin = join(import.meta.dirname, '../../generator/bin/rpcloom.mjs')

test.runIf(isInstalled)(
  'the public client calls the tools of rpcloom for the documents of a workspace',
  async () => {
    const document = (type: string): string =>
      JSON.stringify({
        openrpc: '1.3.2',
        info: { title: 'Pets', version: '1.0.0' },
        methods: [
          {
            name: 'getPet',
            params: [{ name: 'id', required: true, schema: { type } }],
            result: { name: 'pet', schema: { type: 'string' } },
          },
        ],
      })
    const cwd = temporaryFolder({
      'pets.json': document('integer'),
      'old/pets.json': document('string'),
      'guides/adopt a pet.md': '# Adopt a pet\n\nFirst.\n\n## Zebras\n\n```sh\n# no heading\n```\n',
      'rpcloom.config.json':
        '{"inputs":["pets.json"],"out":"packages","scope":"@acme","targets":{"docs":{"guides":["guides/*.md"]}}}',
    })
    const { mcpClient } = await import('../peers/mcp-client.mjs')
    const client = await mcpClient([bin, 'mcp'], { cwd })
    onTestFinished(() => client.close())
    expect(await client.names()).toEqual([
      'lint',
      'diff',
      'explain',
      'search_guides',
      'search_methods',
      'read_result',
    ])
    const result = async (name: string, args?: object): Promise<unknown> =>
      (await client.call(name, args)).structuredContent
    expect(await result('lint')).toMatchObject({ errors: expect.any(Number) })
    expect(await result('diff', { old: 'old/pets.json', new: 'pets.json' })).toMatchObject({
      changes: [expect.objectContaining({ kind: 'type-changed' })],
    })
    expect(await result('explain', { code: 'RL110' })).toMatchObject({ code: 'RL110' })
    expect(await result('search_methods', { query: 'pet' })).toMatchObject({
      methods: [{ method: 'getPet' }],
    })
    expect(await client.read('rpcloom://docs/pets')).toContain('getPet')
    expect(await result('search_guides', { query: 'zebra' })).toEqual({
      sections: [
        {
          guide: 'rpcloom://guides/guides/adopt%20a%20pet.md',
          title: 'Adopt a pet',
          heading: 'Zebras',
          text: '```sh\n# no heading\n```',
        },
      ],
    })
    expect(await result('search_guides', { query: 'precedence of overlays' })).toMatchObject({
      sections: expect.arrayContaining([
        expect.objectContaining({ guide: 'rpcloom://guides/rpcloom/overlays.md' }),
      ]),
    })
    expect(await client.read('rpcloom://guides/guides/adopt%20a%20pet.md')).toMatch(/^# Adopt/)
    expect(await client.read('rpcloom://guides/rpcloom/mcp.md')).toContain('search_guides')
    const outside = [
      '/etc/passwd',
      '../x',
      'https://example.org/x.json',
      '--help',
      'HEAD:../x',
      'a/../../x',
    ]
    for (const old of outside) expect((await client.call('diff', { old })).isError, old).toBe(true)
    expect((await client.call('explain', { code: 'RL999' })).isError).toBe(true)
  },
)
