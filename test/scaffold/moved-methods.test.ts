import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from 'rpcloom/model'
import { petsWith, type Wanted } from './pets.ts'
import { compile, workbench, type Workbench } from './workbench.ts'

type Methods = Readonly<Record<string, Wanted>>

function documentOf(key: string, methods: Methods): JsonObject {
  return {
    ...petsWith(methods),
    'x-group': { key, path: `/${key}`, transports: ['http'] },
  }
}

const cart: Methods = { 'cart.add': {}, 'cart.get': { result: { type: 'boolean' } } }
const order: Methods = { 'order.place': {}, 'order.cancel': { result: { type: 'integer' } } }

/** Replaces the body of a stub. */
function fill(bench: Workbench, path: string, name: string): string {
  const body = `return pet(params.id) // ${name}`
  const text = bench.read(path)
  const filled = text.replace(`throw notImplemented('${name}')`, body)
  expect(filled).not.toBe(text)
  bench.write(
    path,
    `${filled}\nfunction pet(id: string): { readonly id: string } {\n  return { id }\n}\n`,
  )
  return body
}

/**
 * Returns compiler errors in the moved bodies, whose params have types that no document declares
 * any longer.
 */
function complaints(bench: Workbench): readonly string[] {
  return compile([bench]).map(({ path, message }) => `${basename(path)} ${message}`)
}

const isUnknown = "TS18046: 'params' is of type 'unknown'."

async function follow(
  bench: Workbench,
  documents: Readonly<Record<string, JsonObject | undefined>>,
): Promise<readonly string[]> {
  bench.documents(documents)
  await bench.generate()
  const { diagnostics } = await bench.scaffold()
  expect((await bench.scaffold()).files).toEqual([])
  return diagnostics.map(({ code, message }) => `${code} ${message}`)
}

describe('methods that move to another interface get a stub there, and the old bodies are kept, when', () => {
  test('a second namespace nests a group, and is removed again', async () => {
    const bench = workbench({ 'a.openrpc.json': documentOf('shop', cart) })
    await bench.scaffold()
    const body = fill(bench, 'src/groups/shop.ts', 'cart.add')
    const codes = await follow(bench, {
      'a.openrpc.json': documentOf('shop', { ...cart, ...order }),
    })
    expect(codes).toEqual([
      'RL607 cart.add moved to ShopCartService.',
      'RL607 cart.get moved to ShopCartService.',
    ])
    expect(bench.read('src/groups/shop.ts')).toContain(body)
    expect(bench.read('src/groups/shop.ts')).toContain(
      'class ShopService implements ShopHandlers {',
    )
    expect(bench.read('src/groups/shop/cart.ts')).toContain("notImplemented('cart.add')")
    expect(Object.keys(bench.files())).toContain('src/groups/shop/order.ts')
    expect(complaints(bench)).toEqual([`shop.ts ${isUnknown}`])

    // The lock file keeps the names of the methods that remain.
    const back = await follow(bench, { 'a.openrpc.json': documentOf('shop', cart) })
    expect(back).toEqual([
      'RL607 The group no longer has the namespace order.',
      'RL612 ShopOrderService no longer implements an interface.',
    ])
    expect(bench.read('src/groups/shop.ts')).toContain(body)
    expect(complaints(bench)).toEqual([`shop.ts ${isUnknown}`])
  })

  test('a namespace becomes the whole of its group', async () => {
    const bench = workbench({ 'a.openrpc.json': documentOf('shop', { ...cart, ...order }) })
    await bench.scaffold()
    const body = fill(bench, 'src/groups/shop/cart.ts', 'cart.add')
    const codes = await follow(bench, { 'a.openrpc.json': documentOf('shop', cart) })
    expect(codes).toEqual([
      'RL607 The group no longer has the namespace cart.',
      'RL607 The group no longer has the namespace order.',
      'RL612 ShopCartService no longer implements an interface. Its methods moved to ShopService.',
      'RL612 ShopOrderService no longer implements an interface.',
    ])
    expect(bench.read('src/groups/shop/cart.ts')).toContain(body)
    expect(bench.read('src/groups/shop.ts')).toContain("notImplemented('cart.add')")
    expect(complaints(bench)).toEqual([`cart.ts ${isUnknown}`])
  })

  test('a document is split', async () => {
    const bench = workbench({ 'a.openrpc.json': documentOf('shop', { ...cart, ...order }) })
    await bench.scaffold()
    const bodies = [
      fill(bench, 'src/groups/shop/cart.ts', 'cart.add'),
      fill(bench, 'src/groups/shop/order.ts', 'order.place'),
    ]
    const codes = await follow(bench, {
      'a.openrpc.json': documentOf('shop', cart),
      'b.openrpc.json': documentOf('orders', order),
    })
    expect(codes).toEqual([
      'RL607 The group no longer has the namespace cart.',
      'RL607 The group no longer has the namespace order.',
      'RL612 ShopCartService no longer implements an interface. Its methods moved to ShopService.',
      'RL612 ShopOrderService no longer implements an interface. Its methods moved to OrdersService.',
    ])
    expect(bench.read('src/groups/shop/cart.ts')).toContain(bodies[0])
    expect(bench.read('src/groups/shop/order.ts')).toContain(bodies[1])
    expect(bench.read('src/handlers.ts')).toMatch(/orders: new OrdersService\(\),/)
    expect(complaints(bench)).toEqual([`cart.ts ${isUnknown}`, `order.ts ${isUnknown}`])
  })

  test('a group is renamed', async () => {
    const bench = workbench({ 'a.openrpc.json': documentOf('shop', cart) })
    await bench.scaffold()
    const body = fill(bench, 'src/groups/shop.ts', 'cart.add')
    expect(await follow(bench, { 'a.openrpc.json': documentOf('store', cart) })).toEqual([
      'RL612 ShopService no longer implements an interface. Its methods moved to StoreService.',
    ])
    expect(bench.read('src/groups/shop.ts')).toContain(body)
    expect(bench.read('src/groups/store.ts')).toContain("notImplemented('cart.add')")
    expect(bench.read('src/handlers.ts')).toContain('store: new StoreService(),')
    expect(complaints(bench)).toEqual([`shop.ts ${isUnknown}`])
  })

  test('a group is renamed and the user has already renamed its interface', async () => {
    const bench = workbench({ 'a.openrpc.json': documentOf('shop', cart) })
    await bench.scaffold()
    const body = fill(bench, 'src/groups/shop.ts', 'cart.add')
    const shop = bench.read('src/groups/shop.ts')
    bench.write(
      'src/groups/shop.ts',
      shop.replaceAll('ShopHandlers', 'StoreHandlers').replace("/shop'", "/store'"),
    )
    const handlers = bench.read('src/handlers.ts')
    bench.write(
      'src/handlers.ts',
      handlers.replace('new ShopService()', 'new ShopService(/* mine */)'),
    )
    await follow(bench, { 'a.openrpc.json': documentOf('store', cart) })
    expect(bench.read('src/groups/shop.ts')).toContain(body)
    expect(bench.read('src/handlers.ts')).toContain('store: new ShopService(/* mine */),')
    expect(compile([bench])).toEqual([])
  })
})

test('a method that moves to a class with bodies is reported with its previous class', async () => {
  const bench = workbench({
    'a.openrpc.json': documentOf('shop', { ...cart, ...order }),
    'b.openrpc.json': documentOf('stock', { 'cart.count': {} }),
  })
  await bench.scaffold()
  fill(bench, 'src/groups/shop/cart.ts', 'cart.add')
  const { 'cart.add': add = {}, ...rest } = cart
  const codes = await follow(bench, {
    'a.openrpc.json': documentOf('shop', { ...rest, ...order }),
    'b.openrpc.json': documentOf('stock', { 'cart.count': {}, 'cart.add': add }),
  })
  expect(codes).toEqual(['RL607 cart.add moved to StockService.'])
  expect(bench.read('src/groups/shop/cart.ts')).toContain(
    '// rpcloom: cart.add moved to StockService.',
  )
  expect(bench.read('src/groups/stock.ts')).toContain("notImplemented('cart.add')")
})
