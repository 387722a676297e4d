import { beforeAll, describe, expect, test } from 'vitest'
import { answering, build, documentOf } from '../model/documents.ts'
import { openSearch } from './search.ts'
import { docsFiles, type Files } from './site.ts'

const text = { type: 'string' }
const lost = {
  code: -1,
  message: 'Lost',
  'x-reason': { name: 'lost', when: 'It is gone', search: ['vanished parcel'] },
}
const document = documentOf(
  [
    { ...answering('depot.update_passphrase', text), summary: 'Changes the passphrase' },
    { ...answering('depot.update_route', text), summary: 'Changes the route' },
    { ...answering('depot.disable_lamp', text), summary: 'Makes it dark' },
    { ...answering('depot.turn_crane', text), summary: 'Moves the crane to an angle' },
    answering('depot.close_hatch', text),
    answering('depot.close_hatch_of_truck', text),
    answering('depot.list_hatches', text),
    answering('depot.ban_truck', text),
    answering('depot.unban_truck', text),
    answering('depot.getRawBills', text),
    { ...answering('depot.submitBill', text), summary: 'Hands in a signed paper' },
    { ...answering('depot.list_parcels', text), errors: [lost] },
    answering('eth_getTransactionCount', text),
    answering('Vendor.EthGetTransactionReceipt', text),
    answering('engine_newPayloadV99', text),
    answering('vendor_getLogs', text),
    answering('vendor_blockNumber', text),
  ],
  {},
  {
    'x-glossary': [
      { term: 'Manifest', description: 'A paper of a truck', search: ['cargo sheet'] },
    ],
  },
)

describe('the search', () => {
  let files: Files
  let search: (query: string) => readonly string[]
  beforeAll(async () => {
    files = await docsFiles(build(document).api)
    search = openSearch(files)
  })

  test.each([
    // A typing error in a word that the document does not have, but one of the same meaning.
    ['change pasword', 'depot.update_passphrase'],
    // A typing error in a verb that has words of the same meaning.
    ['brodcast raw bill', 'depot.submitBill'],
    // Not the names that say the contrary.
    ['open hatch', 'depot.list_hatches'],
    // Words of the same meaning.
    ['forgive a truck', 'depot.unban_truck'],
    // Words that belong together have a meaning of their own.
    ['turn off lamp', 'depot.disable_lamp'],
    ['switch off the lights', 'depot.disable_lamp'],
    // Words of owners on errors and terms.
    ['vanished parcel', '-1 lost'],
    ['cargo sheet', 'Manifest'],
    // Names of standard APIs, with the namespace of a vendor or in a version of its own.
    ['how often did an account send', 'eth_getTransactionCount'],
    ['did the payment go through', 'Vendor.EthGetTransactionReceipt'],
    ['import a block', 'engine_newPayloadV99'],
    ['search events of a contract', 'vendor_getLogs'],
    // Glued words with abbreviations.
    ['gettxcount', 'eth_getTransactionCount'],
  ])('finds %s', (query, page) => {
    expect(search(query)[0]).toBe(page)
  })

  test('an API that is not like Ethereum has none of its words', async () => {
    const methods = ['phone_call', 'store_getBalance', 'document_sign', 'news_subscribe']
    const other = documentOf(methods.map((name) => answering(name, text)))
    const rows = [...(await docsFiles(build(other).api))].find(([path]) => /search-rows/.test(path))
    expect(rows?.[1]).toContain('store_getBalance')
    expect(rows?.[1]).not.toMatch(/view function|native balance|prove ownership|new heads/)
  })

  test.each(['get'.repeat(4000), 'zzqx '.repeat(1000), 'a'.repeat(10_000)])(
    'a pasted text takes less than a second: %#',
    (text) => {
      const began = performance.now()
      search(text)
      expect(performance.now() - began).toBeLessThan(1000)
    },
  )

  test('finds words of scripts without spaces', async () => {
    const summary = '返回账户余额'
    const other = documentOf([{ ...answering('depot.sum', text), summary }])
    expect(openSearch(await docsFiles(build(other).api))('余额')).toEqual(['depot.sum'])
  })

  test('finds pages of reference after the methods that have the same words', () => {
    expect(search('parcels list')[0]).toBe('depot.list_parcels')
    expect(search('all methods')[0]).toBe('All methods')
  })

  test('does not show words of owners in the glossary', () => {
    expect(files.get('site/glossary.html')).not.toContain('cargo sheet')
  })
})
