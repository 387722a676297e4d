/** Maximum number of bytes that an opcode can read within the gas limit of a block. */
const MOST = 16_000_000n

/**
 * Returns bytes of the EVM memory, padded with zeros after its end; undefined above the maximum.
 */
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
