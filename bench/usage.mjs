// Preloaded into a measured process. Writes its resource usage to the file named by BENCH_USAGE.
import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage))
})
