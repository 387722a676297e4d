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

/** A body that no stub has, in the place of one. */
function fill(bench: Workbench, path: string, wire: string): string {
  const body = `return pet(params.id) // ${wire}`
  const text = bench.read(path)
  const filled = text.replace(`throw notImplemented('${wire}')`, body)
  expect(filled).not.toBe(text)
  bench.write(
    path,
    `${filled}\nfunction pet(id: string): { readonly id: string } {\n  return { id }\n}\n`,
  )
  return body
}

/** From the first method to the end of the second one's body. */
function methodsOf(text: string): string {
  const end = text.indexOf("throw notImplemented('cart.get')")
  expect(end).toBeGreaterThan(0)
  return text.slice(text.indexOf('  async add'), end)
}

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

describe('what a user wrote goes on where it stands, when', () => {
  test('a second namespace nests a group, and when it goes again', async () => {
    const bench = workbench({ 'a.openrpc.json': documentOf('shop', cart) })
    await bench.scaffold()
    const body = fill(bench, 'src/groups/shop.ts', 'cart.add')
    const before = bench.read('src/groups/shop.ts')
    const codes = await follow(bench, {
      'a.openrpc.json': documentOf('shop', { ...cart, ...order }),
    })
    expect(codes).toEqual([])
    const text = bench.read('src/groups/shop.ts')
    expect(text).toContain(body)
    expect(text).toMatch(/class ShopService implements ShopHandlers, ShopCartHandlers \{/)
    expect(text).toContain('readonly cart: ShopCartHandlers = this')
    expect(Object.keys(bench.files())).toContain('src/groups/shop/order.ts')
    expect(Object.keys(bench.files())).not.toContain('src/groups/shop/cart.ts')
    expect(compile([bench])).toEqual([])

    const back = await follow(bench, { 'a.openrpc.json': documentOf('shop', cart) })
    expect(back).toEqual([
      'RL607 order is no namespace of the group any more.',
      'RL612 ShopOrderService implements nothing any more.',
    ])
    const mine = bench.read('src/groups/shop.ts')
    expect(mine).toContain(body)
    expect(mine).not.toContain('this')
    expect(mine).toContain(methodsOf(before))
    expect(compile([bench])).toEqual([])
  })

  test('a namespace becomes the whole of its group', async () => {
    const bench = workbench({ 'a.openrpc.json': documentOf('shop', { ...cart, ...order }) })
    await bench.scaffold()
    const body = fill(bench, 'src/groups/shop/cart.ts', 'cart.add')
    const codes = await follow(bench, { 'a.openrpc.json': documentOf('shop', cart) })
    expect(codes).toEqual(['RL612 ShopOrderService implements nothing any more.'])
    expect(bench.read('src/groups/shop/cart.ts')).toContain(body)
    expect(bench.read('src/groups/shop/cart.ts')).toContain('implements ShopHandlers {')
    expect(bench.read('src/handlers.ts')).toContain('shop: new ShopService().cart,')
    expect(bench.read('src/groups/shop.ts')).not.toContain('async add')
    expect(compile([bench])).toEqual([])
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
    expect(codes).toEqual([])
    expect(bench.read('src/groups/shop/cart.ts')).toContain(bodies[0])
    expect(bench.read('src/groups/shop/order.ts')).toContain(bodies[1])
    expect(bench.read('src/groups/shop/order.ts')).toContain('implements OrdersHandlers {')
    expect(bench.read('src/handlers.ts')).toMatch(/orders: new ShopOrderService\(\),/)
    expect(compile([bench])).toEqual([])
  })

  test('a group goes by another name', async () => {
    const bench = workbench({ 'a.openrpc.json': documentOf('shop', cart) })
    await bench.scaffold()
    const body = fill(bench, 'src/groups/shop.ts', 'cart.add')
    bench.write(
      'src/handlers.ts',
      bench.read('src/handlers.ts').replace('new ShopService()', 'new ShopService(/* mine */)'),
    )
    expect(await follow(bench, { 'a.openrpc.json': documentOf('store', cart) })).toEqual([])
    expect(bench.read('src/groups/shop.ts')).toContain(body)
    expect(bench.read('src/groups/shop.ts')).toContain(
      'class ShopService implements StoreHandlers {',
    )
    expect(bench.read('src/handlers.ts')).toContain('store: new ShopService(/* mine */),')
    expect(Object.keys(bench.files())).not.toContain('src/groups/store.ts')
    expect(compile([bench])).toEqual([])
  })
})

test('a method that goes to a class with bodies of its own is named with the class that has it now', async () => {
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
  expect(codes).toEqual(['RL607 cart.add is a method of StockService now.'])
  expect(bench.read('src/groups/shop/cart.ts')).toContain(
    '// rpcloom: cart.add is a method of StockService now.',
  )
  expect(bench.read('src/groups/stock.ts')).toContain("notImplemented('cart.add')")
})
