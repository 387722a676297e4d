import type { JsonObject } from 'rpcloom/model'
import { documentOf, examples, type Files, method, record, ref, schemas } from './parts.ts'

const hash = { type: 'string', pattern: '^0x[0-9a-f]{64}$' }
const quantity = {
  title: 'hex encoded unsigned integer',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]*)$',
}
const h = `0x${'ab'.repeat(32)}`

function descriptor(name: string, schema: JsonObject, required = true): JsonObject {
  return { name, required, schema }
}

/**
 * In the style of Ethereum nodes and wallets, including older ones: every schema is a reference.
 */
export const ethereum: Files = {
  'etherish.json': documentOf(
    ['eth_getBlockByNumber', 'eth_getLogs', 'eth_feeHistory'].map((name) => ({
      $ref: `#/components/x-methods/${name}`,
    })),
    {
      components: {
        'x-methods': {
          eth_getBlockByNumber: {
            name: 'eth_getBlockByNumber',
            params: [
              { $ref: '#/components/contentDescriptors/Tag' },
              descriptor('Hydrated', { type: 'boolean' }),
            ],
            result: { $ref: '#/components/contentDescriptors/Block' },
            examples: [{ $ref: '#/components/examplePairings/genesis' }],
            tags: [{ $ref: '#/components/tags/block' }],
            errors: [{ $ref: '#/components/errors/Pruned' }],
          },
          eth_getLogs: {
            name: 'eth_getLogs',
            params: [descriptor('Filter', ref('Filter'))],
            result: { name: 'logs', schema: ref('Logs') },
            links: [{ $ref: '#/components/links/next' }],
            ...examples(
              [{ Filter: { topics: [null, [h, h]] } }, []],
              [{ Filter: { blockHash: h } }, [h]],
            ),
          },
          eth_feeHistory: method(
            'eth_feeHistory',
            {
              'blocks!': { $ref: '#/components/schemas/uint' },
              'newest!': { $ref: '#/components/contentDescriptors/Tag/schema' },
              percentiles: { type: 'array', items: { type: 'number', minimum: 0, maximum: 100 } },
            },
            record({
              'oldestBlock!': ref('uint'),
              'gasUsedRatio!': { type: 'array', items: { type: 'number', multipleOf: 0.5 } },
            }),
            examples([
              { blocks: '0x1', newest: 'latest', percentiles: [0.5, 100] },
              { oldestBlock: '0x0', gasUsedRatio: [0.5, 1] },
            ]),
          ),
        },
        contentDescriptors: {
          Tag: {
            name: 'Block',
            required: true,
            schema: { title: 'Block number or tag', oneOf: [ref('uint'), ref('BlockTag')] },
          },
          Block: { name: 'Block information', schema: { oneOf: [ref('notFound'), ref('Block')] } },
        },
        examplePairings: {
          genesis: {
            name: 'genesis',
            params: [{ $ref: '#/components/examples/tag' }, { name: 'Hydrated', value: false }],
            result: { $ref: '#/components/examples/block' },
          },
        },
        examples: {
          tag: { name: 'Block', value: 'earliest' },
          block: { name: 'block', value: { number: '0x0', hash: h, transactions: [h] } },
        },
        tags: { block: { name: 'block', description: 'Blocks */ ${tags}' } },
        errors: { Pruned: { code: 4444, message: 'Pruned history unavailable' } },
        links: {
          next: {
            name: 'next',
            method: 'eth_getBlockByNumber',
            params: { Block: 'latest', Hydrated: true },
          },
        },
        schemas: {
          notFound: { title: 'Not Found (null)', type: 'null' },
          uint: quantity,
          hash32: hash,
          BlockTag: {
            title: 'Block tag',
            type: 'string',
            enum: ['earliest', 'finalized', 'safe', 'latest', 'pending'],
            description: '`earliest`: the lowest\n*/ `latest`',
          },
          Block: record(
            {
              'number!': ref('uint'),
              'hash!': { oneOf: [ref('hash32'), ref('notFound')] },
              'transactions!': {
                anyOf: [
                  { title: 'Hashes', type: 'array', items: ref('hash32') },
                  { title: 'Full', type: 'array', items: ref('Tx') },
                ],
              },
              uncles: { type: 'array', items: ref('Block') },
            },
            { title: 'Block object' },
          ),
          Tx: {
            type: 'object',
            title: 'Transaction',
            oneOf: [ref('Legacy'), ref('Blob')],
            required: ['hash'],
            properties: { hash: ref('hash32') },
            unevaluatedProperties: false,
          },
          Legacy: record(
            { 'type!': { pattern: '^0x0$', type: 'string' }, gasPrice: ref('uint') },
            { title: 'Legacy transaction' },
          ),
          Blob: record(
            {
              'type!': { pattern: '^0x3$', type: 'string' },
              'blobs!': { type: 'array', items: ref('hash32'), minItems: 1 },
            },
            { title: 'Blob transaction' },
          ),
          Filter: {
            title: 'filter',
            oneOf: [
              record(
                { fromBlock: ref('uint'), 'topics!': ref('FilterTopics') },
                { additionalProperties: false },
              ),
              record({ 'blockHash!': ref('hash32') }, { additionalProperties: false }),
            ],
          },
          FilterTopics: {
            oneOf: [
              { title: 'Any Topic Match', type: 'null' },
              { title: 'Specified Filter Topics', type: 'array', items: ref('FilterTopic') },
            ],
          },
          FilterTopic: {
            oneOf: [{ type: 'null' }, ref('hash32'), { type: 'array', items: ref('hash32') }],
          },
          Logs: {
            oneOf: [{ title: 'new hashes', type: 'array', items: ref('hash32'), maxItems: 2 }],
          },
        },
      },
    },
  ),
  'engine-pipeline.json': documentOf(
    ['V1', 'V2', 'V3'].map((version, at) =>
      method(
        `engine_newPayload${version}`,
        { 'payload!': ref(`ExecutionPayload${version}`) },
        ref('PayloadStatus'),
        examples([
          {
            payload: {
              parentHash: h,
              ...(at > 0 ? { withdrawals: [] } : {}),
              ...(at > 1 ? { blobGasUsed: '0x0' } : {}),
            },
          },
          { status: 'VALID', latestValidHash: null, validationError: 'none' },
        ]),
      ),
    ),
    schemas({
      ExecutionPayloadV1: record({ 'parentHash!': hash }),
      ExecutionPayloadV2: {
        allOf: [ref('ExecutionPayloadV1')],
        ...record({ 'withdrawals!': { type: 'array', items: record({ 'index!': quantity }) } }),
      },
      ExecutionPayloadV3: {
        allOf: [
          ref('ExecutionPayloadV2'),
          record({ 'blobGasUsed!': quantity, parentHash: { ...hash, description: 'overrides' } }),
        ],
      },
      PayloadStatus: {
        ...record({
          'status!': { enum: ['VALID', 'INVALID'] },
          latestValidHash: { oneOf: [{ type: 'null' }, hash] },
          validationError: { type: 'string' },
        }),
        if: { properties: { status: { const: 'VALID' } } },
        then: { required: ['latestValidHash'] },
      },
    }),
  ),
  'utxo.json': documentOf([
    method(
      'getblock',
      {
        'blockhash!': { type: 'string' },
        verbosity: { type: 'integer', enum: [0, 1, 2], default: 1 },
      },
      {
        oneOf: [
          { title: 'verbosity=0', type: 'string' },
          record(
            { 'hash!': { type: 'string' }, 'tx!': { type: 'array', items: { type: 'string' } } },
            { title: 'verbosity=1' },
          ),
          record(
            {
              'hash!': { type: 'string' },
              'tx!': { type: 'array', items: record({ 'txid!': { type: 'string' } }) },
            },
            { title: 'verbosity=2' },
          ),
        ],
      },
      examples(
        [{ blockhash: 'a', verbosity: 0 }, '00'],
        [{ blockhash: 'b' }, { hash: 'b', tx: ['c'] }],
        [
          { blockhash: 'c', verbosity: 2 },
          { hash: 'b', tx: [{ txid: 'c' }] },
        ],
      ),
    ),
    method(
      'sendmany',
      {
        dummy: { const: '' },
        'amounts!': {
          type: 'object',
          propertyNames: { pattern: '^[13bc][a-z0-9]+$' },
          additionalProperties: { type: ['number', 'string'], minimum: 0 },
          minProperties: 1,
        },
      },
      { type: 'string' },
      {
        paramStructure: 'by-position',
        ...examples([{ dummy: '', amounts: { bc1: 0.1, '1a': '2' } }, 'id']),
      },
    ),
    method(
      'getinfo',
      {},
      record({
        'version!': { type: 'integer' },
        balance: { type: 'number', format: 'decimal' },
        errors: { type: 'string' },
      }),
      { deprecated: true, ...examples([{}, { version: 1, errors: '' }]) },
    ),
    { name: 'stop', params: [], result: { name: 'r', schema: { type: 'string' } } },
  ]),
}
