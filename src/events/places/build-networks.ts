// Makes the index of networks ahead of its first use: node src/events/places/build-networks.ts
import { rebuildNetworks } from './network-index.ts'

const { path, bytes } = await rebuildNetworks()
process.stdout.write(`${path}: ${(bytes / 1e6).toFixed(1)} MB\n`)
