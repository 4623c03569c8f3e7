import { describe, expect, it } from 'vitest'
import { seal, unseal } from './seal.ts'

const present = 'p'.repeat(32)
const previous = 'q'.repeat(32)

describe('sealing', () => {
  it('opens what it sealed, and shows nothing of it', () => {
    const sealed = seal('a secret', 'tenant', { present })
    expect(sealed.includes(Buffer.from('a secret'))).toBe(false)
    expect(unseal(sealed, 'tenant', { present })).toEqual({ text: 'a secret', isOld: false })
  })

  it('never seals the same twice alike', () => {
    expect(seal('a', 'b', { present }).equals(seal('a', 'b', { present }))).toBe(false)
  })

  it('does not open under another secret, for another owner, or when a byte was changed', () => {
    const sealed = seal('a secret', 'tenant', { present })
    expect(unseal(sealed, 'tenant', { present: previous })).toBeNull()
    expect(unseal(sealed, 'another', { present })).toBeNull()
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(unseal(changed, 'tenant', { present })).toBeNull()
    }
    expect(unseal(Buffer.alloc(3), 'tenant', { present })).toBeNull()
  })

  it('opens what the previous secret sealed, and says so', () => {
    const sealed = seal('a secret', 'tenant', { present: previous })
    expect(unseal(sealed, 'tenant', { present, previous })).toEqual({ text: 'a secret', isOld: true })
  })
})
