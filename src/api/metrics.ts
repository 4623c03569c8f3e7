// Counters for Prometheus, served on a port of their own so that they never face the outside.
import { createServer, type Server } from 'node:http'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { KeptAnswers } from './kept-answers.ts'

export function makeMetrics({ pool, kept }: { pool: pg.Pool; kept: KeptAnswers }) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'vedette_' })
  const requestSeconds = new Histogram({
    name: 'vedette_http_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers,
  })
  new Gauge({
    name: 'vedette_database_connections',
    help: 'Connections to the database, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
  new Counter({
    name: 'vedette_answers_total',
    help: 'Answers by whether kept bytes could be sent.',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset()
      this.inc({ from: 'kept' }, kept.hits)
      this.inc({ from: 'database' }, kept.misses)
    },
  })
  return { registry, requestSeconds }
}

export function metricsServer(registry: Registry): Server {
  return createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  })
}
