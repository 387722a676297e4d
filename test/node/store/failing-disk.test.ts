import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, http, isRpcError } from '@native-node/client'
import { describe, expect, test } from 'vitest'
import { openLevelStore } from '../../../packages/node/src/store/level-store.ts'
import { put } from '../../../packages/node/src/store/store.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { spawnNode, spawnNodeIn } from '../spawn-node.ts'

const isLong = process.env['RPCLOOM_LONG'] === '1'
const owner = { networkID: 12_345, genesis: 'aa' }
const password = 'Correct-Horse-42'
const key = (at: number): Buffer => Buffer.from(`key/${at}`)

/** Changes to the files of a database that is open, which LevelDB does not notice. */
const changes: readonly (readonly [string, (folder: string) => void])[] = [
  [
    'replaced by a copy',
    (folder) => {
      cpSync(folder, `${folder}.copy`, { recursive: true })
      renameSync(folder, `${folder}.old`)
      renameSync(`${folder}.copy`, folder)
    },
  ],
  ['without its manifest', (folder) => removeFiles(folder, /^MANIFEST/)],
  ['without its log', (folder) => removeFiles(folder, /\.log$/)],
  ['without CURRENT', (folder) => removeFiles(folder, /^CURRENT/)],
  [
    'with a log that was replaced by a copy',
    (folder) => {
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.log'))) {
        cpSync(join(folder, name), join(folder, 'copy'))
        renameSync(join(folder, 'copy'), join(folder, name))
      }
    },
  ],
]

function removeFiles(folder: string, names: RegExp): void {
  for (const name of readdirSync(folder)) if (names.test(name)) rmSync(join(folder, name))
}

test.each(changes)('writes to a database %s are refused, and reads continue', async (_, change) => {
  const folder = join(temporaryFolder({}), 'db')
  const store = await openLevelStore(folder, owner)
  await store.write([put(key(0), key(0))])
  change(folder)
  for (const at of [1, 2])
    await expect(store.write([put(key(at), key(at))])).rejects.toMatchObject({
      code: 'removed',
      message: expect.stringMatching(/removed or replaced/),
    })
  expect(Buffer.from((await store.get(key(0))) ?? [])).toEqual(key(0))
  await store.close()
})

test('a log that LevelDB replaces when it is full is no change', { timeout: 60_000 }, async () => {
  const folder = join(temporaryFolder({}), 'db')
  const store = await openLevelStore(folder, owner, { sync: false })
  const logs = new Set<string>()
  for (let at = 0; at < 60; at++) {
    await store.write([put(key(at), Buffer.alloc(200_000, at))])
    for (const name of readdirSync(folder)) if (name.endsWith('.log')) logs.add(name)
  }
  expect(logs.size).toBeGreaterThan(1)
  await store.close()
})

const [EIO, EROFS] = [5, 30]
const compiler = ['/usr/bin/gcc', '/usr/bin/cc'].find((path) => existsSync(path))

/** A library whose `fsync`, `write` or `pread` fails below a folder, while a file with the name of the call exists. */
const shim = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int fails(const char *call, int fd) {
  char link[64], path[4096], flag[4096];
  const char *folder = getenv("FAULTS"), *database = getenv("FAULTY");
  if (folder == NULL || database == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (strncmp(path, database, strlen(database)) != 0) return 0;
  snprintf(flag, sizeof flag, "%s/%s", folder, call);
  if (access(flag, F_OK) != 0) return 0;
  errno = atoi(getenv("FAULT"));
  return 1;
}
#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
int fsync(int fd) { NEXT(fsync); return fails("sync", fd) ? -1 : next(fd); }
int fdatasync(int fd) { NEXT(fdatasync); return fails("sync", fd) ? -1 : next(fd); }
ssize_t write(int fd, const void *bytes, size_t count) {
  NEXT(write);
  return fails("write", fd) ? -1 : next(fd, bytes, count);
}
size_t fwrite_unlocked(const void *bytes, size_t size, size_t count, FILE *file) {
  NEXT(fwrite_unlocked);
  return fails("write", fileno(file)) ? 0 : next(bytes, size, count, file);
}
ssize_t read(int fd, void *bytes, size_t count) {
  NEXT(read);
  return fails("read", fd) ? -1 : next(fd, bytes, count);
}
ssize_t pread(int fd, void *bytes, size_t count, off_t at) {
  NEXT(pread);
  return fails("read", fd) ? -1 : next(fd, bytes, count, at);
}
`

describe.skipIf(compiler === undefined || process.platform !== 'linux')(
  'input/output errors of the system (needs a C compiler)',
  () => {
    /** Compiles the library; returns the arguments and variables of a node, and turns faults on and off. */
    function faultyNode(errno: number) {
      const folder = temporaryFolder({ 'shim.c': shim, 'faults/none': '', 'data/none': '' })
      const library = join(folder, 'shim.so')
      const sources = [join(folder, 'shim.c'), '-ldl']
      execFileSync(compiler ?? 'cc', ['-shared', '-fPIC', '-o', library, ...sources])
      const [dataDir, faults] = [join(folder, 'data'), join(folder, 'faults')]
      return {
        args: ['--port', '0', '--required-disk-bytes', '0', '--data-dir', dataDir],
        variables: {
          LD_PRELOAD: library,
          FAULTS: faults,
          FAULTY: dataDir,
          FAULT: String(errno),
        },
        begin: (call: string) => writeFileSync(join(faults, call), ''),
        end: (call: string) => rmSync(join(faults, call)),
      }
    }

    const cases = [
      ['sync', EIO, 'io'],
      ['write', EIO, 'io'],
      ['write', EROFS, 'readOnly'],
    ] as const
    test.each(isLong ? cases : cases.slice(0, 1))(
      'at each %s with number %i reach the caller, and nothing acknowledged is lost',
      { timeout: 120_000 },
      async (call, errno, fault) => {
        const { args, variables, begin, end } = faultyNode(errno)
        const node = spawnNodeIn(variables, ...args)
        const client = createClient({ transport: http(await node.url) })
        const create = async (username: string): Promise<string> => {
          try {
            await client.keystore.createUser({ username, password })
            return 'created'
          } catch (error) {
            return isRpcError(error) ? JSON.stringify(error.data) : String(error)
          }
        }
        expect(await create('before')).toBe('created')
        begin(call)
        for (const name of ['during', 'again'])
          expect(await create(name)).toContain(`"fault":"${fault}"`)
        expect((await client.keystore.listUsers()).users).toContain('before')
        await client.xChain.getHeight()
        end(call)
        await expect.poll(() => create('after'), { timeout: 20_000 }).toBe('created')
        // The stop also writes a file, whose failure loses nothing.
        begin('sync')
        node.child.kill('SIGTERM')
        const { code, stderr } = await node.ended
        end('sync')
        expect([code, stderr]).toEqual([0, expect.not.stringMatching(/^\s+at /m)])
        const again = spawnNode(...args)
        const { users } = await createClient({
          transport: http(await again.url),
        }).keystore.listUsers()
        expect(users).toEqual(expect.arrayContaining(['before', 'after']))
      },
    )

    test('at a read end the start with a message', async () => {
      const { args, variables, begin, end } = faultyNode(EIO)
      const first = spawnNodeIn(variables, ...args)
      await first.url
      first.child.kill('SIGTERM')
      await first.ended
      begin('read')
      const { code, stderr } = await spawnNodeIn(variables, ...args).ended
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^The data folder .*error/im)])
      expect(stderr).not.toMatch(/^\s+at /m)
      end('read')
      await spawnNodeIn(variables, ...args).url
    })
  },
)
