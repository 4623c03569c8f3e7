import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { momentColumn, textColumn } from './columns.ts'

const client = new pg.Client(inject('server'))
beforeAll(() => client.connect())
afterAll(() => client.end())

it('is read by PostgreSQL as the texts it was made of', async () => {
  const texts = ['plain', null, '', 'größer 🦆', '{"a":"\\u0000"}', 'quote " back \\ comma , brace }']
  const { rows } = await client.query('select $1::text[] as texts', [textColumn(texts)])
  expect(rows[0].texts).toEqual(texts)
})

it('is read as the moments it was made of, to the millisecond, before and after 2000', async () => {
  const moments = ['1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z', '2026-03-10T11:59:00.123Z']
  const { rows } = await client.query('select $1::timestamptz[] as moments', [
    momentColumn(moments.map(Date.parse)),
  ])
  expect(rows[0].moments.map((at: Date) => at.toISOString())).toEqual(moments)
})

it('may be empty', async () => {
  const { rows } = await client.query('select $1::text[] as texts, $2::timestamptz[] as moments', [
    textColumn([]),
    momentColumn([]),
  ])
  expect(rows[0]).toEqual({ texts: [], moments: [] })
})
