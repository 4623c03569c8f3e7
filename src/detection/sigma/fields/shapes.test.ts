// Objects have one shape exactly when they have the same keys in the same order.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shapeNear, shapeOf, shapeOfMany } from './shapes.ts'

// Few, so that lists begin alike, end within one another, part and are empty.
const KEYS: string[] = ['', 'a', 'b', 'c', 'd', 'A', 'Name', 'value']
const objectOf = (keys: string[]) => Object.fromEntries(keys.map((key, place) => [key, place]))

test('one shape for the same keys in the same order, whatever was met before, and no other', () => {
  const keys = fc.uniqueArray(fc.constantFrom(...KEYS), { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(keys, { minLength: 2, maxLength: 12 }), lists => {
      const shapes = lists.map(list => shapeOf(objectOf(list)))
      lists.forEach((list, one) => {
        lists.forEach((other, two) => {
          expect(shapes[one] === shapes[two]).toBe(JSON.stringify(list) === JSON.stringify(other))
        })
        expect(shapeOf(objectOf(list))).toBe(shapes[one])
        for (const key of KEYS) expect(shapes[one]!.has(key)).toBe(list.includes(key))
      })
    }),
    { numRuns: 500 },
  )
})

test('shapes that come often are told from all others, and a wrong guess is put right', () => {
  const names = [...KEYS, 'name', 'NAME', 'constructor', 'toString', '__proto__', '7', 'b_string']
  const keys = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 6 })
  const odd = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1).toUpperCase()
  const value = fc.constantFrom<unknown>(1, null, '', false, undefined)
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, value), { minLength: 2, maxLength: 12 }), given => {
      const objects = given.map(([list, found]) => {
        const object: Record<string, unknown> = {}
        for (const key of list)
          Object.defineProperty(object, key, { value: found, enumerable: true, writable: true })
        return object
      })
      for (let time = 0; time < 120; time++) for (const object of objects) shapeOfMany(object)
      for (const object of objects) {
        const shape = shapeOf(object)
        for (const name of names) {
          expect(shapeOfMany(object).has(name)).toBe(Object.hasOwn(object, name))
          expect(shapeOfMany(object).spelling(odd(name))).toBe(shape.spelling(odd(name)))
        }
        for (const other of objects) expect(shapeNear(shapeOf(other), object)).toBe(shape)
      }
    }),
    { numRuns: 200 },
  )
})

test('a key is found whatever its case, the exact one first', () => {
  const shape = shapeOf({ UserId: 1, userid: 2, Details_string: 3 })
  expect(shape.spelling('userid')).toBe('userid')
  expect(shape.spelling('USERID')).toBe('UserId')
  expect(shape.spelling('details')).toBe('Details_string')
  expect(shape.spelling('user')).toBeUndefined()
})
