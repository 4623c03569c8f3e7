// Read in before a program that is measured: says, when the program ends, how much memory it held at most.
import { writeFileSync } from 'node:fs'

const file = process.env.VEDETTE_BENCH_PEAK_FILE!
process.once('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS * 1024)))
