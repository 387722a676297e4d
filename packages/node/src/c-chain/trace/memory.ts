/** Most bytes that an operation can afford to read: what a log of more costs, no block has. */
const MOST = 16_000_000n

/** Bytes of the EVM's memory, filled with zeros behind its end; undefined for more than any operation can pay for. */
export function memoryAt(
  memory: Uint8Array,
  offset: bigint | undefined = 0n,
  length: bigint | undefined = 0n,
): Uint8Array | undefined {
  if (length > MOST || (length > 0n && offset > MOST)) return undefined
  const [from, count] = [Number(offset), Number(length)]
  const data = new Uint8Array(count)
  if (count > 0) data.set(memory.subarray(from, from + count))
  return data
}
