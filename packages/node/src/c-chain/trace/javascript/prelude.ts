/**
 * The objects and functions that geth gives to tracers, as JavaScript for the interpreter. The script is a function of `host`,
 * which returns a value by name, and of the addresses of precompiled contracts. It returns the functions that the host calls.
 * A sequence of bytes is a `Uint8Array`, and a number of 256 bits is an integer of the library `big-integer`.
 */
export const PRELUDE = String.raw`(function (host, precompiled) {
  const { stringify, parse } = JSON
  const big = bigInt
  const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

  function fromHex(text) {
    const digits = text.replace(/^0x/i, '')
    if (!/^[\da-f]*$/i.test(digits)) throw new TypeError('invalid hex string')
    const even = digits.length % 2 === 0 ? digits : '0' + digits
    return Uint8Array.from({ length: even.length / 2 }, (_, at) => parseInt(even.substr(2 * at, 2), 16))
  }
  function bytesOf(value) {
    if (value instanceof Uint8Array) return value
    if (Array.isArray(value)) return Uint8Array.from(value)
    throw new TypeError('invalid buffer type')
  }
  const bytesOrHex = (value) => (typeof value === 'string' ? fromHex(value) : bytesOf(value))
  function sized(bytes, length) {
    const last = bytes.subarray(Math.max(0, bytes.length - length))
    const padded = new Uint8Array(length)
    padded.set(last, length - last.length)
    return padded
  }
  const toHex = (value) => '0x' + Array.from(bytesOf(value), (byte) => pairs[byte]).join('')
  const address = (value) => toHex(sized(bytesOf(value), 20))
  const bytes = (...request) => new Uint8Array(host(...request))
  const number = (...request) => big(host(...request))
  const read = (name) => () => host(name)
  const readBytes = (name) => () => bytes(name)
  const readNumber = (name) => () => number(name)

  Object.assign(globalThis, {
    toHex,
    toWord: (value) => sized(bytesOrHex(value), 32),
    toAddress: (value) => sized(bytesOrHex(value), 20),
    toContract: (from, nonce) => bytes('contract', address(bytesOrHex(from)), Number(nonce)),
    toContract2: (from, salt, code) =>
      bytes('contract2', address(bytesOrHex(from)), toHex(sized(fromHex(salt), 32)), toHex(bytesOrHex(code))),
    isPrecompiled: (value) => precompiled.includes(address(bytesOrHex(value))),
    slice(value, start, end) {
      const from = bytesOf(value)
      if (start >= 0 && start <= end && end <= from.length) return from.slice(start, end)
      throw new RangeError('Tracer accessed out of bound memory: available ' + from.length + ', offset ' + start + ', size ' + (end - start))
    },
  })

  const log = {
    op: { toNumber: read('opcode'), toString: read('opcodeName'), isPush: () => host('opcode') >= 0x5f && host('opcode') <= 0x7f },
    stack: { peek: (index) => number('stackItem', index), length: read('stackLength') },
    memory: {
      slice: (start, end) => bytes('memory', start, end),
      getUint: (offset) => number('memoryWord', offset),
      length: read('memoryLength'),
    },
    contract: {
      getCaller: readBytes('caller'),
      getAddress: readBytes('address'),
      getValue: readNumber('callValue'),
      getInput: readBytes('callData'),
    },
    getPC: read('pc'),
    getGas: read('gas'),
    getCost: read('cost'),
    getDepth: read('depth'),
    getRefund: read('refund'),
    getError: read('stepError'),
  }
  const db = {
    getBalance: (of) => number('balance', address(of)),
    getNonce: (of) => host('nonce', address(of)),
    getCode: (of) => bytes('code', address(of)),
    getState: (of, slot) => bytes('slot', address(of), toHex(sized(bytesOf(slot), 32))),
    exists: (of) => host('exists', address(of)),
  }
  const frame = {
    getType: read('frameType'),
    getFrom: readBytes('frameFrom'),
    getTo: readBytes('frameTo'),
    getInput: readBytes('frameInput'),
    getGas: read('frameGas'),
    getValue: () => (host('frameValue') === undefined ? undefined : number('frameValue')),
  }
  const frameResult = {
    getGasUsed: read('resultGas'),
    getOutput: readBytes('resultOutput'),
    getError: read('resultError'),
  }

  function contextOf({ numbers, texts, integers, byteStrings }) {
    const entries = Object.entries(byteStrings).map(([name, hex]) => [name, fromHex(hex)])
    const numbersOf = Object.entries(integers).map(([name, decimal]) => [name, big(decimal)])
    return Object.assign({}, numbers, texts, Object.fromEntries(entries), Object.fromEntries(numbersOf))
  }

  let tracer
  const has = (name) => typeof tracer[name] === 'function'
  return {
    load(created, config) {
      tracer = Object(created)
      for (const name of ['result', 'fault'])
        if (!has(name)) throw new TypeError('trace object must expose a function ' + name + '()')
      if (has('enter') !== has('exit'))
        throw new TypeError('trace object must expose either both or none of enter() and exit()')
      if (has('setup')) tracer.setup(config)
      return ['step', 'enter'].filter(has).join()
    },
    step: () => void tracer.step(log, db),
    fault: () => void tracer.fault(log, db),
    enter: () => void tracer.enter(frame),
    exit: () => void tracer.exit(frameResult),
    result: (context) => stringify(tracer.result(contextOf(parse(context)), db)) ?? 'null',
  }
})`
