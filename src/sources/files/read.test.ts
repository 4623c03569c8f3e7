import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zipOf } from './fixtures/zip.ts'
import { type Bad, type Entry, type ReadOptions, readRecords } from './read.ts'

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(
  content: string | Buffer,
  { size = 64 * 1024, ...options }: ReadOptions & { size?: number } = {},
) {
  const entries: Entry[] = []
  const bad: Bad[] = []
  for await (const batch of readRecords(inPieces(Buffer.from(content), size), options)) {
    entries.push(...batch.entries)
    bad.push(...batch.bad)
  }
  return {
    records: entries.map(({ record }) => record),
    lines: entries.map(({ line }) => line),
    entries,
    bad,
  }
}

const one = { Id: 'a', CreationTime: '2026-01-02T03:04:05', Operation: 'UserLoggedIn', Note: 'é "quoted" {[' }
const two = {
  Id: 'b',
  CreationTime: '2026-01-02T03:04:06',
  Operation: 'New-InboxRule',
  Parameters: [{ Name: 'x' }],
}
const three = {
  Id: 'c',
  CreationTime: '2026-01-02T03:04:07',
  Operation: 'Send',
  Deep: { a: [{ b: {} }, []] },
}
const all = [one, two, three]
const plain = (value: unknown) => JSON.stringify(value)
const pretty = (value: unknown) => JSON.stringify(value, null, 2)
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const FORMATS: [string, string | Buffer][] = [
  ['one record a line', all.map(plain).join('\n')],
  ['lines that end in CRLF, and blank ones', `\r\n${all.map(plain).join('\r\n\r\n')}\r\n`],
  ['a list on one line', plain(all)],
  ['a list over many lines', pretty(all)],
  ['a list with a record a line', `[\n${all.map(plain).join(',\n')}\n]\n`],
  ['a list that begins on the line of its first record', `[${all.map(pretty).join(', ')}]`],
  ['records over many lines, one after another', all.map(pretty).join('\n')],
  ['records one after another on one line', all.map(plain).join('')],
  ['lists on lines (blobs)', `${plain([one])}\n${plain([two, three])}\n`],
  [
    'an answer of Graph',
    pretty({ '@odata.context': 'https://x', value: all, '@odata.nextLink': 'https://y' }),
  ],
  ['an answer of Graph on one line', plain({ '@odata.nextLink': 'https://y', value: all })],
  ['Azure Monitor records', plain({ records: all })],
  ['Azure Monitor records over many lines', pretty({ records: all })],
  ['lines of envelopes', all.map(record => plain({ records: [record] })).join('\n')],
  ['lines that wrap a record', all.map(record => plain({ logType: 'ual', record })).join('\n')],
  ['AuditData as text on lines', all.map(record => plain({ AuditData: plain(record) })).join('\n')],
  [
    'what ConvertTo-Json makes of Search-UnifiedAuditLog',
    pretty(
      all.map(record => ({ RunspaceId: 'r', Identity: record.Id, AuditData: plain(record), IsValid: true })),
    ),
  ],
  ['Elastic documents', all.map(_source => plain({ _index: 'i', _id: 'x', _source })).join('\n')],
  ['an answer of Elastic', pretty({ took: 1, hits: { total: 3, hits: all.map(_source => ({ _source })) } })],
  [
    'Elastic documents that keep the original',
    all.map(r => plain({ event: { original: plain(r) } })).join('\n'),
  ],
  ['Splunk results', all.map(result => plain({ preview: false, result })).join('\n')],
  [
    'Splunk results that keep the original',
    all.map(r => plain({ result: { _raw: plain(r), _time: 1 } })).join('\n'),
  ],
  [
    'an answer of Log Analytics',
    pretty({
      tables: [
        {
          name: 'PrimaryResult',
          columns: [
            { name: 'AuditData', type: 'dynamic' },
            { name: 'Type', type: 'string' },
          ],
          rows: all.map(record => [plain(record), 'OfficeActivity']),
        },
      ],
    }),
  ],
  [
    'the newer Purview CSV',
    `RecordId,CreationDate,RecordType,Operation,UserId,AuditData,AssociatedAdminUnits\r\n${all
      .map(r => `${r.Id},2026,1,${r.Operation},u@x,${quoted(plain(r))},`)
      .join('\r\n')}\r\n`,
  ],
  [
    'the older Purview CSV',
    `CreationDate,UserIds,Operations,AuditData\n${all.map(r => `2026,u,${r.Operation},${quoted(pretty(r))}`).join('\n')}`,
  ],
  [
    'CSV as European Excel writes it',
    `\uFEFFCreationDate;UserIds;Operations;AuditData\r\n${all.map(r => `2026;u;${r.Operation};${quoted(plain(r))}`).join('\r\n')}\r\n`,
  ],
  [
    'CSV whose AuditData was quoted once more',
    `CreationDate,AuditData\r\n${all.map(r => `2026,${quoted(quoted(plain(r)))}`).join('\r\n')}\r\n`,
  ],
  [
    'CSV whose quotes in AuditData were doubled once more',
    `CreationDate,AuditData\r\n${all.map(r => `2026,${quoted(plain(r).replaceAll('"', '""'))}`).join('\r\n')}\r\n`,
  ],
  [
    'CSV whose AuditData is a text of JSON in JSON',
    `CreationDate,AuditData\r\n${all.map(r => `2026,${quoted(plain(plain(r)))}`).join('\r\n')}\r\n`,
  ],
  [
    'CSV that a spreadsheet program took for a single column',
    `CreationDate,UserIds,AuditData\r\n${all.map(r => quoted(`2026,u,${quoted(plain(r))}`)).join('\r\n')}\r\n`,
  ],
  [
    'CSV that a spreadsheet program took for a single column, with its titles',
    `"CreationDate,UserIds,AuditData"\r\n${all.map(r => quoted(`2026,u,${quoted(plain(r))}`)).join('\r\n')}\r\n`,
  ],
  [
    'CSV by Windows PowerShell with a type line and semicolons',
    `#TYPE System.Object\r\n"Identity";"AuditData"\r\n${all.map(r => `"${r.Id}";${quoted(plain(r))}`).join('\r\n')}`,
  ],
]

/** What the row of a CSV adds to a record that lacks it. */
const asGiven = (records: Record<string, unknown>[]) =>
  records.map(({ UserId: _user, RecordType: _type, ...record }) => record)

describe('formats', () => {
  for (const [name, content] of FORMATS)
    it(`reads ${name}`, async () => {
      const { records, bad } = await read(content)
      expect(bad).toEqual([])
      expect(asGiven(records)).toEqual(all)
    })

  for (const [name, content] of FORMATS)
    it(`reads ${name} in pieces of any size, packed and in UTF-16, alike`, async () => {
      for (const size of [1, 2, 3, 7, 61])
        expect(asGiven((await read(content, { size })).records)).toEqual(all)
      const text = content.toString()
      const wide = Buffer.from(text, 'utf16le')
      expect(asGiven((await read(`\uFEFF${text}`)).records)).toEqual(all)
      expect(asGiven((await read(wide)).records)).toEqual(all)
      expect(asGiven((await read(Buffer.concat([Buffer.from([0xff, 0xfe]), wide]))).records)).toEqual(all)
      expect(
        asGiven((await read(Buffer.concat([Buffer.from([0xfe, 0xff]), wide.swap16()]))).records),
      ).toEqual(all)
      expect(asGiven((await read(gzipSync(text))).records)).toEqual(all)
      expect(asGiven((await read(zipOf({ 'log.txt': gzipSync(text) }))).records)).toEqual(all)
    })

  it('counts lines from 1, at the beginning of each record', async () => {
    expect((await read(all.map(plain).join('\n'))).lines).toEqual([1, 2, 3])
    expect((await read(`[\n${all.map(plain).join(',\n')}\n]`)).lines).toEqual([2, 3, 4])
    expect((await read(`${pretty({ a: 1 })}\n${pretty({ b: 1 })}\n${plain({ c: 1 })}`)).lines).toEqual([
      1, 4, 7,
    ])
    expect(
      (await read(`CreationDate,AuditData\n1,${quoted(pretty(one))}\n2,${quoted(plain(two))}`)).lines,
    ).toEqual([2, 8])
  })

  it('leaves a record that has lists named as those of envelopes as it is', async () => {
    const record = { Id: 'a', CreationTime: 'x', value: [{ a: 1 }], records: [{ b: 1 }], result: 'success' }
    for (const text of [plain(record), pretty(record), pretty([record])])
      expect((await read(text)).records).toEqual([record])
  })

  it('gives the same records however they are laid out and cut', async () => {
    const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 6 })
    const layouts = [
      (list: unknown[]) => list.map(plain).join('\n'),
      (list: unknown[]) => list.map(pretty).join('\n'),
      (list: unknown[]) => list.map(plain).join(''),
      (list: unknown[]) => plain(list),
      (list: unknown[]) => pretty(list),
      (list: unknown[]) => JSON.stringify(list, null, '\t'),
    ]
    await fc.assert(
      fc.asyncProperty(
        records,
        fc.constantFrom(...layouts),
        fc.integer({ min: 1, max: 40 }),
        async (some, lay, size) => {
          const marked = some.map((record, at) => ({ CreationTime: at, inside: record }))
          const { records: found, bad } = await read(lay(marked), { size })
          expect(bad).toEqual([])
          expect(found).toEqual(JSON.parse(plain(marked)))
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('what is broken', () => {
  const pieces = [1, 5, 1000]
  it('reports a bad line by number and keeps the rest', async () => {
    for (const size of pieces)
      for (const broken of [
        '{"Id":',
        '{"Id":"x',
        'nonsense',
        '{"Id":nope}',
        '{"Id":{"a":1}',
        '}',
        '"text"',
        '7',
      ]) {
        for (const at of [0, 1, 2]) {
          const lines = all.map(plain)
          lines.splice(at, 0, broken)
          const { records, bad } = await read(lines.join('\n'), { size })
          expect(records, `${broken} at ${at}, pieces of ${size}`).toEqual(all)
          expect(
            bad.map(({ line }) => line),
            `${broken} at ${at}, pieces of ${size}`,
          ).toEqual([at + 1])
        }
      }
  })

  it('reports a bad record of a list and keeps the rest', async () => {
    for (const size of pieces)
      for (const broken of ['  {"Id":', '  {"Id":"x', '  {"Id":nope}', '  {"Id":{"a":1}', '  "text"'])
        for (const at of [0, 1, 2]) {
          const lines = all.map(record => `  ${plain(record)}`)
          lines.splice(at, 0, broken)
          const { records, bad } = await read(`[\n${lines.join(',\n')}\n]`, { size })
          expect(records, `${broken} at ${at}, pieces of ${size}`).toEqual(all)
          expect(bad.length, `${broken} at ${at}, pieces of ${size}`).toBe(1)
          expect(bad[0]!.line).toBe(at + 2)
        }
  })

  it('keeps what stands before the place where a file is cut off, and says so', async () => {
    for (const [name, content] of FORMATS) {
      const whole = content.toString().trimEnd()
      const cut = whole.slice(0, Math.ceil(whole.length * 0.8))
      const { records, bad } = await read(cut)
      expect(bad.length, name).toBeGreaterThan(0)
      if (!/^(a list on|records one after another on)/.test(name))
        expect(asGiven(records)[0] ?? one, name).toEqual(one)
    }
    const { records, bad } = await read(plain(all).slice(0, -1))
    expect(records).toEqual(all)
    expect(bad).toEqual([{ line: 1, reason: expect.stringMatching(/cut off/) }])
  })

  it('keeps what could be unpacked of gzip that is cut off or damaged', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({ Id: `${at}-${Math.sin(at)}`, CreationTime: 'x' }))
    const packed = gzipSync(many.map(plain).join('\n'))
    const cut = await read(packed.subarray(0, packed.length / 2))
    expect(cut.records.length).toBeGreaterThan(1000)
    expect(cut.records).toEqual(many.slice(0, cut.records.length))
    expect(cut.bad.at(-1)).toEqual({ line: null, reason: expect.stringMatching(/cut off/) })
    const damaged = Buffer.from(packed)
    const middle = packed.length >> 1
    damaged.fill(0xff, middle, middle + 64)
    expect((await read(damaged)).bad.at(-1)!.reason).toMatch(/damaged/)
  })

  it('passes over a record that is too large, in every layout, and names its line', async () => {
    const large = { Id: 'large', CreationTime: 'x', blob: 'x'.repeat(5000) }
    const mixed = [one, large, two]
    for (const size of [100, 100_000])
      for (const text of [
        mixed.map(plain).join('\n'),
        pretty(mixed),
        plain(mixed),
        pretty({ value: mixed }),
      ]) {
        const { records, bad } = await read(text, { largestRecord: 2000, size })
        expect(records).toEqual([one, two])
        expect(bad).toEqual([{ line: expect.any(Number), reason: expect.stringMatching(/larger than/) }])
      }
  })

  it('reads letters as Windows writes them, where they cannot be UTF-8', async () => {
    const text = `CreationDate,AuditData\r\n1,${quoted(plain({ ...one, Note: 'Žofie – é' }))}\r\n`
    const bytes = Buffer.from(text.replace('Ž', '\x8e').replace('–', '\x96'), 'latin1')
    for (const size of [1, 1000])
      expect((await read(bytes, { size })).records).toEqual([{ ...one, Note: 'Žofie – é' }])
    // One damaged letter makes no other encoding of a file.
    const damaged = Buffer.concat([
      Buffer.from(`${plain({ Id: 'é' })}\n{"Id":"`),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ])
    expect((await read(damaged)).records).toEqual([{ Id: 'é' }, { Id: '\ufffd' }])
    // Nor does a letter that the first look cuts in two.
    const long = `${plain({ Id: `${'x'.repeat(64 * 1024 - 8)}é` })}\n`
    expect((await read(long, { size: 64 * 1024 })).records).toEqual([JSON.parse(long)])
  })

  it('says what a file is that somebody else’s program reads, and what to do', async () => {
    const reason = async (content: Buffer) => {
      const { bad, records } = await read(content)
      expect(records).toEqual([])
      expect(bad).toHaveLength(1)
      return bad[0]!.reason
    }
    const packed = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(600, 1)])
    expect(await reason(packed('377abcaf271c'))).toMatch(/7-Zip archive.*Unpack it/)
    expect(await reason(packed('28b52ffd'))).toMatch(/Zstandard archive/)
    expect(await reason(packed('d0cf11e0a1b11ae1'))).toMatch(/workbook.*exported/)
    expect(await reason(packed('50415231'))).toMatch(/Parquet/)
    const tar = Buffer.alloc(1024)
    tar.write('ustar', 257)
    expect(await reason(gzipSync(tar))).toMatch(/tar archive/)
    const book = zipOf({ '[Content_Types].xml': '<?xml?>', 'xl/worksheets/sheet1.xml': '<?xml?>' })
    expect(await reason(book)).toMatch(/workbook/)
    expect(
      await reason(Buffer.from('\ufeffDatum (UTC);Anforderungs-ID;Benutzername\r\n1.3.2026;x;mara@x\r\n')),
    ).toMatch(/columns Datum \(UTC\), .*another language.*JSON/)
  })

  it('says so when there is no more of a gzip file than its beginning, or the file is gone', async () => {
    expect((await read(gzipSync(plain(one)).subarray(0, 10))).bad).toEqual([
      { line: null, reason: expect.stringMatching(/cut off: fetch the file again/) },
    ])
    const bad: Bad[] = []
    for await (const batch of readRecords(join(tmpdir(), 'vedette-no-such-file'))) bad.push(...batch.bad)
    expect(bad).toEqual([{ line: null, reason: 'it cannot be read: it does not exist' }])
    bad.length = 0
    for await (const batch of readRecords(tmpdir())) bad.push(...batch.bad)
    expect(bad).toEqual([{ line: null, reason: 'it cannot be read: it is a folder' }])
  })

  it('says what a file is that holds no records', async () => {
    const reason = async (content: string | Buffer) => (await read(content)).bad[0]?.reason
    expect(await reason('<!DOCTYPE html><html>')).toMatch(/web page/)
    expect(await reason(Buffer.from([1, 0, 2, 0, 0, 0, 9, 9, 0]))).toMatch(/no text/)
    expect(await reason('name,street\nA,B\n')).toMatch(/columns name, street/)
    expect(await reason('just words')).toMatch(/none of the formats/)
    expect((await read('')).bad).toEqual([])
  })

  it('reports rows whose AuditData is broken, missing or cut by a spreadsheet', async () => {
    const long = plain({ Id: 'x', text: 'y'.repeat(40_000) }).slice(0, 32_767)
    const rows = [
      `1,${quoted(plain(one))}`,
      '2,',
      '3,{broken',
      `4,${quoted(long)}`,
      '5',
      `6,${quoted(plain(two))}`,
    ]
    const { records, bad } = await read(`CreationDate,AuditData\n${rows.join('\n')}\n`)
    expect(records).toEqual([one, two])
    expect(bad.map(({ line }) => line)).toEqual([3, 4, 5, 6])
    expect(bad[0]!.reason).toMatch(/empty/)
    expect(bad[2]!.reason).toMatch(/32,767/)
    expect(bad[3]!.reason).toMatch(/1 of 2 columns/)
  })

  it('goes on after a quote that is never closed', async () => {
    const text = `CreationDate,AuditData\n1,${quoted(plain(one))}\n2,"{open\n3,${quoted(plain(two))}\n`
    const { records, bad } = await read(text)
    expect(records).toEqual(all.slice(0, 2))
    expect(bad.map(({ line }) => line)).toEqual([3])
  })
})

describe('archives', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vedette-files-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('reads every member of a zip, by name, from a file and from a stream', async () => {
    const zip = zipOf({
      'logs/': '',
      'logs/a.json': plain([one]),
      '__MACOSX/logs/._a.json': 'clutter',
      'logs/b.csv': `CreationDate,AuditData\n1,${quoted(plain(two))}`,
      'c.zip': zipOf({ 'inner.ndjson': plain(three) }),
      'readme.html': '<html>',
    })
    const path = join(folder, 'logs.bin')
    await writeFile(path, zip)
    for (const source of [path, inPieces(zip, 10)]) {
      const entries: Entry[] = []
      const bad: Bad[] = []
      let bytesRead = 0
      for await (const batch of readRecords(source)) {
        entries.push(...batch.entries)
        bad.push(...batch.bad)
        bytesRead = batch.bytesRead
      }
      expect(entries.map(({ record, member }) => [record.Id, member])).toEqual([
        ['a', 'logs/a.json'],
        ['b', 'logs/b.csv'],
        ['c', 'c.zip/inner.ndjson'],
      ])
      expect(bad).toEqual([{ line: null, member: 'readme.html', reason: expect.stringMatching(/web page/) }])
      expect(bytesRead).toBeGreaterThan(0)
    }
  })

  it('says when an archive is cut off', async () => {
    const zip = zipOf({ 'a.json': plain(all) })
    expect((await read(zip.subarray(0, zip.length - 30))).bad[0]!.reason).toMatch(/damaged or cut off/)
  })

  it('says when the checksum of a member is wrong', async () => {
    const { bad } = await read(zipOf({ 'a.json': plain(all) }, { checksum: 1 }))
    expect(bad[0]!.reason).toMatch(/checksum/)
  })

  it('stops at what grows as no log does', async () => {
    const zeros = gzipSync(Buffer.alloc(1024 * 1024 * 8, ' '))
    const bomb = Buffer.concat(Array.from({ length: 140 }, () => zeros))
    const { records, bad } = await read(Buffer.concat([gzipSync(`${plain(one)}\n`), bomb]))
    expect(records).toEqual([one])
    expect(bad.at(-1)!.reason).toMatch(/250 times/)
  })
})

describe('batches', () => {
  it('come in the size asked for, with the bytes read so far', async () => {
    const text = Array.from({ length: 25 }, (_, Id) => plain({ Id })).join('\n')
    const sizes: number[] = []
    let last = 0
    for await (const batch of readRecords(inPieces(Buffer.from(text), 50), { batchSize: 10 })) {
      sizes.push(batch.entries.length)
      expect(batch.bytesRead).toBeGreaterThanOrEqual(last)
      last = batch.bytesRead
    }
    expect(sizes).toEqual([10, 10, 5])
    expect(last).toBe(text.length)
  })
})
