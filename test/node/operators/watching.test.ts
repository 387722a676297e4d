import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { Logger, startNode, type RunningNode } from '@native-node/node'
import { needs } from './needs.ts'

const deploy = join(import.meta.dirname, '../../../packages/node/deploy')
interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[]
  }[]
}

const { groups } = parse(readFileSync(join(deploy, 'alerts.yml'), 'utf8')) as Rules
const alerts = groups.flatMap(({ rules }) => rules)

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

const dashboard = JSON.parse(
  readFileSync(join(deploy, 'grafana-dashboard.json'), 'utf8'),
) as Dashboard
const panels = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$instance', '.*')] as const),
)

describe('files for operators', () => {
  test.runIf(needs('promtool'))('the alerts are valid', () => {
    const rules = join(deploy, 'alerts.yml')
    const printed = execFileSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })
    expect(printed).toContain(`SUCCESS: ${alerts.length} rules found`)
  })

  test.runIf(needs('systemd-analyze'))('the unit of systemd is valid, and exposes little', () => {
    const unit = join(deploy, 'native-node.service')
    const report = execFileSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', unit],
      { encoding: 'utf8' },
    )
    const level = Number(/exposure level for native-node\.service: ([\d.]+)/.exec(report)?.[1])
    expect(level).toBeLessThan(2)
    execFileSync('systemd-analyze', ['verify', unit], { stdio: 'pipe' })
  })
})

describe.runIf(needs('prometheus'))('a node that Prometheus watches', () => {
  const port = 20_000 + (process.pid % 10_000)
  let node: RunningNode
  let watcher: ChildProcess
  let isDiskFull = false
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'))

  beforeAll(async () => {
    node = await startNode({
      dataDir: join(folder, 'node'),
      port: 0,
      logger: new Logger('error', () => {}),
      checks: [
        {
          name: 'diskspace',
          tags: [],
          global: true,
          async run() {
            if (isDiskFull) throw new Error('the disk is full')
          },
        },
      ],
    })
    await node.ready
    const config = parse(readFileSync(join(deploy, 'prometheus.yml'), 'utf8')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[]
    }
    const rules = groups.map((group) => ({
      ...group,
      rules: group.rules.map((rule) => ({ ...rule, for: '0s' })),
    }))
    writeFileSync(join(folder, 'alerts.yml'), stringify({ groups: rules }))
    for (const { static_configs: all } of config.scrape_configs)
      for (const one of all) one.targets = [node.url.replace('http://', '')]
    const global = { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' }
    writeFileSync(join(folder, 'prometheus.yml'), stringify({ ...config, global }))
    watcher = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    await until(async () => (await values('node_ready')).length > 0)
    for (let count = 0; count < 3; count++) await call('info.getNetworkID')
    await wait(2500)
  })

  afterAll(async () => {
    watcher.kill()
    await node.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function call(method: string): Promise<void> {
    await fetch(`${node.url}/ext/info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
    })
  }

  async function values(query: string): Promise<readonly unknown[]> {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`
    const response = await fetch(url).catch(() => undefined)
    // Prometheus responds with 503 while it starts.
    if (!response || response.status === 503) return []
    const { status, data, error } = (await response.json()) as {
      readonly status: string
      readonly error?: string
      readonly data?: { readonly result: readonly unknown[] }
    }
    expect(`${status} ${error ?? ''}`).toBe('success ')
    return data?.result ?? []
  }

  test.each(panels)('the panel %s has values', async (_title, expr) => {
    await until(async () => (await values(expr)).length > 0)
  })

  test.each(alerts.map(({ alert, expr }) => [alert, expr] as const))(
    'the alert %s is silent for a healthy node',
    async (_alert, expr) => {
      // Other processes use the disk of a test, so that a prediction from its first seconds says nothing.
      expect(await values(expr.replace(/ or predict_linear.*/, ''))).toEqual([])
    },
  )

  test('has the metrics that its documentation lists', async () => {
    const text = await (await fetch(`${node.url}/ext/metrics`)).text()
    const page = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
    const served = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
    const cells = [...page.matchAll(/^\| (`(?:node|process|nodejs)_\w+`[^|]*)\|/gm)]
    const listed = cells.flatMap(([, cell = '']) => cell.match(/\w+/g) ?? [])
    // This node has no Redis; test/node/replica/redis.test.ts checks the metrics of one that has.
    const own = listed.filter((name) => !name.startsWith('node_redis_'))
    expect(new Set(own)).toEqual(new Set(served))
  })

  test('a failing health check raises its alert', async () => {
    isDiskFull = true
    await node.health.health.runAll()
    const firing = 'ALERTS{alertname="NodeHealthCheckFailing", alertstate="firing"}'
    await until(async () => (await values(firing)).length > 0)
  })
})

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await isTrue()) return
    await wait(100)
  }
  throw new Error('Did not happen within 10 s')
}
