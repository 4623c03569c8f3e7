import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodingFor, entityTag, hasCopy } from './negotiate.ts'

describe('the encoding', () => {
  it.each([
    ['plain when nothing is said', undefined, 'identity'],
    ['plain when the header is empty', '', 'identity'],
    ['br when it is taken', 'br', 'br'],
    ['gzip when it is taken', 'gzip', 'gzip'],
    ['br before gzip', 'gzip, br', 'br'],
    ['br before gzip, whatever the order and spaces', 'br,gzip', 'br'],
    ['br from a browser', 'gzip, deflate, br, zstd', 'br'],
    ['gzip from an older program', 'gzip, deflate', 'gzip'],
    ['plain when only others are taken', 'deflate, zstd, compress', 'identity'],
    ['plain when plain is asked for', 'identity', 'identity'],
    ['the smallest for anything', '*', 'br'],
    ['gzip when br is ruled out', 'br;q=0, gzip', 'gzip'],
    ['gzip when br is ruled out of anything', '*, br;q=0', 'gzip'],
    ['plain when both are ruled out', 'br;q=0, gzip;q=0, *', 'identity'],
    ['plain when anything is ruled out', '*;q=0', 'identity'],
    ['gzip when all but gzip is ruled out', 'gzip, *;q=0', 'gzip'],
    ['br though it is liked less', 'gzip;q=1.0, br;q=0.1', 'br'],
    ['whatever the capitals', 'GZIP', 'gzip'],
    ['whatever the capitals of the quality', 'BR;Q=0, gzip', 'gzip'],
    ['with spaces around the quality', 'br ; q=0 , gzip ; q=0.5', 'gzip'],
    ['ruled out by zero in any writing', 'br;q=0.000, gzip;q=0.001', 'gzip'],
    ['ruled out by a quality that is no number', 'br;q=high, gzip', 'gzip'],
    ['not part of another word', 'brotli, xgzip', 'identity'],
    ['plain for junk', ';;;,,,=,q=1', 'identity'],
  ] as const)('is %s: %j', (_what, header, encoding) => {
    expect(encodingFor(header)).toBe(encoding)
  })

  it('is one of three for any header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), header => {
        expect(['br', 'gzip', 'identity']).toContain(encodingFor(header))
      }),
    )
  })
})

describe('the entity tag', () => {
  it('differs between encodings of the same answer', () => {
    const tags = (['identity', 'gzip', 'br'] as const).map(encoding => entityTag('abc', encoding))
    expect(tags).toEqual(['"abc"', '"abc-gzip"', '"abc-br"'])
  })

  it.each([
    [true, 'the tag', '"abc"'],
    [true, 'the tag of the gzip form', '"abc-gzip"'],
    [true, 'the tag of the br form', '"abc-br"'],
    [true, 'the tag made weak on its way', 'W/"abc"'],
    [true, 'one of many', '"x", "abc-gzip", W/"y"'],
    [true, 'one of many without spaces', '"x","abc"'],
    [true, 'anything', '*'],
    [true, 'anything with spaces', ' * '],
    [false, 'nothing', undefined],
    [false, 'an empty header', ''],
    [false, 'another tag', '"abd"'],
    [false, 'the tag without quotes', 'abc'],
    [false, 'the beginning of the tag', '"ab"'],
    [false, 'more than the tag', '"abcd"'],
    [false, 'another form', '"abc-zstd"'],
    [false, 'the plain form by name', '"abc-identity"'],
    [false, 'the tag in other letters', '"ABC"'],
    [false, 'half of its quotes', '"abc'],
    [false, 'a star in quotes', '"*"'],
    [false, 'a small weakness sign', 'w/"abc"'],
    [false, 'junk', ',,,W/W/"abc"'],
  ])('%s for %s: %j', (has, _what, header) => {
    expect(hasCopy(header, 'abc')).toBe(has)
  })

  it('is found by whoever sends it back, alone or among others', () => {
    const tags = fc.stringMatching(/^[\w-]{27}$/)
    const encodings = fc.constantFrom('identity', 'gzip', 'br')
    fc.assert(
      fc.property(tags, encodings, fc.array(tags, { maxLength: 3 }), (tag, encoding, others) => {
        const sent = [...others.map(other => `"${other}"`), entityTag(tag, encoding as 'br')].join(', ')
        expect(hasCopy(sent, tag)).toBe(true)
      }),
    )
  })
})
