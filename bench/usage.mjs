// Preloaded into a measured process, whose resource usage it writes to the file in BENCH_USAGE.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage))
})
