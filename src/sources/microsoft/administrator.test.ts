// Who administers a directory, by what Microsoft signs about them; and where they are sent in each of its clouds.
import { describe, expect, it } from 'vitest'
import { judgeClaims, newSignInWords, signInAddress } from './administrator.ts'
import { cloudFrom } from './clouds.ts'

const DIRECTORY = '8f0c1c1e-6a5b-4c3d-9e2f-0a1b2c3d4e5f'
const GLOBAL = '62e90394-69f5-4237-9190-012177145e10'
const MEMBER = 'b79fbf4d-3ef9-4689-8143-76b194e85509'

const claims = (some: Record<string, unknown> = {}) => ({
  iss: `https://login.microsoftonline.com/${DIRECTORY}/v2.0`,
  tid: DIRECTORY,
  oid: 'o',
  preferred_username: 'ada@dairy.example',
  wids: [GLOBAL, MEMBER],
  ...some,
})

describe('what is signed about somebody', () => {
  it('shows an administrator of the directory', () => {
    expect(judgeClaims(claims(), DIRECTORY)).toEqual({ objectId: 'o', userName: 'ada@dairy.example' })
  })

  it('shows one who is at home elsewhere, once the directory has given them the role', () => {
    const idp = 'https://sts.windows.net/9188040d-6c67-4c5b-b112-36a304b66dad/'
    expect(judgeClaims(claims({ idp }), DIRECTORY)).toHaveProperty('objectId', 'o')
  })

  it('names them by id where it has no name', () => {
    expect(judgeClaims(claims({ preferred_username: undefined }), DIRECTORY)).toHaveProperty('userName', 'o')
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['another directory', { tid: '9188040d-6c67-4c5b-b112-36a304b66dad' }, /another directory/],
    ['no directory', { tid: undefined }, /another directory/],
    ['no account', { oid: undefined }, /another directory/],
    ['no word about roles', { wids: undefined }, /operator .* Directory roles/],
    ['roles in another form', { wids: GLOBAL }, /operator/],
    ['no role', { wids: [] }, /^ada@dairy\.example does not administer this directory\. /],
    ['a member alone', { wids: [MEMBER] }, /does not administer/],
    [
      'a guest',
      { wids: [], idp: 'https://sts.windows.net/9188040d-6c67-4c5b-b112-36a304b66dad/' },
      /, but is a guest there\. /,
    ],
    ['a guest with an account of their own', { wids: [], idp: 'live.com' }, /guest/],
  ])('does not for %s', (_what, some, words) => {
    expect(judgeClaims(claims(some), DIRECTORY)).toEqual({ refused: expect.stringMatching(words) })
  })
})

describe('where somebody signs in', () => {
  const document = (issuer: string) => ({
    issuer: `${issuer}/v2.0`,
    authorization_endpoint: `${issuer}/oauth2/v2.0/authorize`,
    token_endpoint: `${issuer}/oauth2/v2.0/token`,
    jwks_uri: `${issuer}/discovery/v2.0/keys`,
  })
  const address = (cloud: ReturnType<typeof cloudFrom>, answer: (asked: string) => object) =>
    signInAddress(
      {
        cloud,
        app: { clientId: 'a', secret: 's' },
        fetch: async asked => Response.json(answer(String(asked))),
        directoryTenantId: DIRECTORY,
        redirectUri: 'https://vedette.example/tenants/connected',
      },
      newSignInWords(),
    )

  it.each([
    ['global', 'login.microsoftonline.com'],
    ['usgov', 'login.microsoftonline.com'],
    ['usgovhigh', 'login.microsoftonline.us'],
    ['usdod', 'login.microsoftonline.us'],
    ['china', 'login.partner.microsoftonline.cn'],
  ] as const)('in the cloud %s is at %s, in the directory itself', async (cloud, host) => {
    const asked: string[] = []
    const given = await address(cloudFrom({ cloud }), url => {
      asked.push(url)
      return document(`https://${host}/${DIRECTORY}`)
    })
    expect(asked).toEqual([`https://${host}/${DIRECTORY}/v2.0/.well-known/openid-configuration`])
    const { origin, pathname, searchParams } = new URL(given)
    expect(origin + pathname).toBe(`https://${host}/${DIRECTORY}/oauth2/v2.0/authorize`)
    expect(searchParams.get('scope')).toBe('openid profile')
    expect(searchParams.get('prompt')).toBeNull()
  })

  it.each([
    ['all directories', 'https://login.microsoftonline.com/{tenantid}'],
    ['another directory', 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad'],
  ])('is not what answers for %s', async (_what, issuer) => {
    await expect(address(cloudFrom({ cloud: 'global' }), () => document(issuer))).rejects.toThrow(
      /another name/,
    )
  })
})
