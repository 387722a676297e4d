import type { RedisClient, SharedRedis } from '@rpcloom/redis'
import { plain, type Logger } from './log/logger.ts'
import type { Network } from './network/network.ts'
import { ownerOf } from './owner.ts'
import { SettingError } from './settings/setting-error.ts'

/** Opens the Redis of a URL. Nodes share only what belongs to the same chains. Throws a `SettingError`. */
export async function openRedis(
  url: string,
  network: Network,
  logger: Logger,
): Promise<SharedRedis> {
  const { networkID, genesis } = ownerOf(network)
  const { redisOf } = await import('@rpcloom/redis')
  const client = await clientOf(url)
  return redisOf(client, {
    prefix: `native-node:${networkID}:${genesis.slice(0, 16)}:`,
    log: (_level, message, { reason } = {}) => logger.warn(message, { reason: plain(reason) }),
  })
}

/** Returns a client that is not connected: each part of the node has connections of its own. */
async function clientOf(url: string): Promise<RedisClient> {
  try {
    const { Redis } = await import('ioredis')
    return new Redis(url, { lazyConnect: true })
  } catch (cause) {
    if (Object(cause).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    const message =
      '--redis requires the package ioredis. Install it beside the node: npm install ioredis, with -g if the node is'
    throw new SettingError(message, { cause })
  }
}
