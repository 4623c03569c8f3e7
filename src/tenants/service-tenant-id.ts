// The short code by which Vedette names a tenant: 8 characters, none easily taken for another, never a GUID.
import { randomInt } from 'node:crypto'

const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz'
const FORM = new RegExp(`^[${ALPHABET}]{8}$`)

export const newServiceTenantId = (pick: (below: number) => number = randomInt): string =>
  Array.from({ length: 8 }, () => ALPHABET[pick(ALPHABET.length)]).join('')

export const isServiceTenantId = (text: string): boolean => FORM.test(text)

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isDirectoryTenantId = (text: string): boolean => GUID.test(text)
