import { documentOf, examples, type Files, method, record, ref, schemas } from './parts.ts'

const felt = {
  title: 'Field element',
  type: 'string',
  pattern: '^0x(0|[a-fA-F1-9]{1}[a-fA-F0-9]{0,62})$',
}
const hash = { type: 'string', pattern: '^0x[0-9a-f]{64}$' }
const h = `0x${'ab'.repeat(32)}`

/** In the style of blockchain nodes: references to everything, tagged and untagged unions, inheritance. */
export const chains: Files = {
  'starkish.json': documentOf(
    [
      {
        ...method(
          'starknet_getBlockWithTxs',
          {},
          {
            title: 'The block',
            oneOf: [
              { title: 'Mined block', $ref: '#/components/schemas/BLOCK_WITH_TXS' },
              { title: 'Pending block', $ref: '#/components/schemas/PENDING_BLOCK' },
            ],
          },
        ),
        params: [{ $ref: '#/components/contentDescriptors/BLOCK_ID' }],
        errors: [{ $ref: '#/components/errors/BLOCK_NOT_FOUND' }],
        ...examples(
          [{ block_id: 'latest' }, { status: 'PENDING', parent_hash: '0x1', transactions: [] }],
          [
            { block_id: { block_number: 7 } },
            {
              status: 'ACCEPTED_ON_L1',
              block_hash: '0x0',
              parent_hash: '0x1',
              transactions: [
                { type: 'INVOKE', version: '0x1', calldata: ['0x0'], transaction_hash: '0x5' },
                { type: 'DEPLOY', version: '0x0', class_hash: '0x1', transaction_hash: '0x6' },
              ],
            },
          ],
        ),
      },
      {
        ...method(
          'starknet_call',
          { 'request!': ref('FUNCTION_CALL') },
          { type: 'array', items: ref('FELT') },
        ),
        paramStructure: 'by-name',
      },
      method(
        'starknet_syncing',
        {},
        {
          oneOf: [
            {
              type: 'boolean',
              title: 'False',
              description: 'only legal value is FALSE',
              enum: [false],
            },
            ref('SYNC_STATUS'),
          ],
        },
        examples([{}, false]),
      ),
    ],
    {
      components: {
        contentDescriptors: {
          BLOCK_ID: {
            name: 'block_id',
            required: true,
            summary: 'Block',
            schema: { $ref: '#/components/schemas/BLOCK_ID' },
          },
        },
        errors: {
          BLOCK_NOT_FOUND: { code: 24, message: 'Block not found' },
          CONTRACT_ERROR: { code: 40, message: 'Contract error', data: ref('CONTRACT_ERROR_DATA') },
        },
        schemas: {
          FELT: felt,
          BLOCK_HASH: { $ref: '#/components/schemas/FELT' },
          BLOCK_NUMBER: { type: 'integer', minimum: 0 },
          BLOCK_TAG: { type: 'string', enum: ['latest', 'pending'] },
          BLOCK_ID: {
            oneOf: [
              record({ 'block_hash!': ref('BLOCK_HASH') }),
              record({ 'block_number!': ref('BLOCK_NUMBER') }, { title: 'Block number' }),
              ref('BLOCK_TAG'),
            ],
          },
          COMMON: record({
            'transaction_hash!': { title: 'hash', $ref: '#/components/schemas/FELT' },
          }),
          INVOKE_TXN: {
            allOf: [
              ref('COMMON'),
              record({
                'type!': { type: 'string', enum: ['INVOKE'] },
                'version!': { enum: ['0x1', '0x0'] },
                'calldata!': { type: 'array', items: ref('FELT') },
              }),
            ],
          },
          DEPLOY_TXN: {
            allOf: [
              ref('COMMON'),
              record({
                'type!': { type: 'string', enum: ['DEPLOY'] },
                'version!': ref('FELT'),
                'class_hash!': ref('FELT'),
              }),
            ],
          },
          TXN: { oneOf: [ref('INVOKE_TXN'), ref('DEPLOY_TXN')] },
          HEADER: record({ 'parent_hash!': ref('BLOCK_HASH') }),
          BLOCK_WITH_TXS: {
            allOf: [
              record({
                'status!': { enum: ['ACCEPTED_ON_L1', 'ACCEPTED_ON_L2'] },
                'block_hash!': ref('BLOCK_HASH'),
              }),
              ref('HEADER'),
              record({
                'transactions!': {
                  type: 'array',
                  items: { allOf: [{ title: 'transaction', $ref: '#/components/schemas/TXN' }] },
                },
              }),
            ],
          },
          PENDING_BLOCK: {
            allOf: [
              ref('HEADER'),
              {
                type: 'object',
                not: { required: ['block_hash'] },
                properties: {
                  status: { const: 'PENDING' },
                  transactions: { type: 'array', items: ref('TXN') },
                },
                required: ['status', 'transactions'],
              },
            ],
          },
          FUNCTION_CALL: record({
            'contract_address!': ref('ADDRESS'),
            'entry_point_selector!': ref('FELT'),
            calldata: { type: 'array', items: ref('FELT') },
          }),
          ADDRESS: { title: 'Contract address', allOf: [{ $ref: '#/components/schemas/FELT' }] },
          SYNC_STATUS: record({
            'starting_block_num!': ref('NUM_AS_HEX'),
            'highest!': ref('NUM_AS_HEX'),
          }),
          NUM_AS_HEX: { title: 'Number as hex', type: 'string', pattern: '^0x[a-fA-F0-9]+$' },
          CONTRACT_ERROR_DATA: record({ revert_error: ref('CONTRACT_EXECUTION_ERROR') }),
          CONTRACT_EXECUTION_ERROR: {
            oneOf: [
              record({ 'error!': ref('CONTRACT_EXECUTION_ERROR') }),
              { title: 'error message', type: 'string' },
            ],
          },
        },
      },
    },
  ),
  'substratish.json': documentOf(
    [
      method(
        'state_getStorage',
        {
          'key!': { type: 'string', format: 'hex' },
          at: { $ref: '#/components/schemas/Option<Hash>' },
        },
        { $ref: '#/components/schemas/Option<StorageData>' },
        {
          paramStructure: 'by-position',
          ...examples([{ key: '0x00', at: null }, null], [{ key: '0x01' }, '0xff']),
        },
      ),
      method(
        'state_queryStorage',
        { 'keys!': { $ref: '#/components/schemas/Vec<StorageKey>' } },
        { type: 'array', items: ref('StorageChangeSet') },
        examples([
          { keys: ['0x1'] },
          [
            {
              block: h,
              changes: [
                ['0x1', null],
                ['0x2', '0x3'],
              ],
            },
          ],
        ]),
      ),
      method(
        'system_health',
        {},
        ref('Health'),
        examples([{}, { peers: 3, isSyncing: false, shouldHavePeers: true }]),
      ),
      method(
        'author_submitAndWatchExtrinsic',
        { 'bytes!': { type: 'string' } },
        {
          oneOf: [
            { enum: ['future', 'ready', 'dropped', 'invalid'] },
            record(
              { 'broadcast!': { type: 'array', items: { type: 'string' } } },
              { additionalProperties: false },
            ),
            record({ 'inBlock!': hash }, { additionalProperties: false }),
            record({ 'finalized!': hash }, { additionalProperties: false }),
          ],
        },
        examples([{ bytes: '0x' }, { inBlock: h }]),
      ),
      method(
        'chainHead_v1_follow',
        { 'withRuntime!': { type: 'boolean' } },
        {
          oneOf: [
            record({
              'event!': { const: 'initialized' },
              'finalizedBlockHashes!': { type: 'array', items: hash, minItems: 1 },
            }),
            record({
              'event!': { const: 'newBlock' },
              'blockHash!': hash,
              newRuntime: {
                anyOf: [
                  { type: 'null' },
                  record({
                    'type!': { const: 'valid' },
                    'spec!': {
                      type: 'object',
                      additionalProperties: {
                        type: 'integer',
                        format: 'uint32',
                        minimum: 0,
                        maximum: 4294967295,
                      },
                    },
                  }),
                  record({ 'type!': { const: 'invalid' }, 'error!': { type: 'string' } }),
                ],
              },
            }),
            record({ 'event!': { const: 'stop' } }),
          ],
        },
        examples([
          { withRuntime: true },
          { event: 'newBlock', blockHash: h, newRuntime: { type: 'valid', spec: { a: 1 } } },
        ]),
      ),
    ],
    schemas({
      'Option<Hash>': { anyOf: [hash, { type: 'null' }] },
      'Option<StorageData>': { type: 'string', nullable: true },
      'Vec<StorageKey>': { type: 'array', items: { type: 'string' }, uniqueItems: true },
      StorageChangeSet: record({
        'block!': hash,
        'changes!': {
          type: 'array',
          items: {
            type: 'array',
            items: [{ type: 'string' }, { type: ['string', 'null'] }],
            minItems: 2,
            maxItems: 2,
            additionalItems: false,
          },
        },
      }),
      Health: record(
        {
          'peers!': { type: 'integer', format: 'uint', minimum: 0 },
          'isSyncing!': { type: 'boolean' },
          'shouldHavePeers!': { type: 'boolean' },
        },
        { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Health' },
      ),
    }),
  ),
}
