// Microsoft's clouds, worldwide and national: where each of them signs in applications, and where its interfaces are.

export interface Cloud {
  loginUrl: string
  graphUrl: string
  manageUrl: string
  /** Whom tokens are asked for: the names of the interfaces, whatever address they are reached at. */
  graphAudience: string
  manageAudience: string
  /** Whether its Graph carries out queries of the audit log: by Microsoft's reference, the worldwide one alone does. */
  hasAuditQueries: boolean
}

const at = (loginUrl: string, graphUrl: string, manageUrl: string): Cloud => ({
  loginUrl,
  graphUrl,
  manageUrl,
  graphAudience: graphUrl,
  manageAudience: manageUrl,
  hasAuditQueries: graphUrl === WORLDWIDE_GRAPH,
})

const WORLDWIDE_GRAPH = 'https://graph.microsoft.com'

const CLOUDS = {
  global: at('https://login.microsoftonline.com', WORLDWIDE_GRAPH, 'https://manage.office.com'),
  usgov: at('https://login.microsoftonline.com', WORLDWIDE_GRAPH, 'https://manage-gcc.office.com'),
  usgovhigh: at(
    'https://login.microsoftonline.us',
    'https://graph.microsoft.us',
    'https://manage.office365.us',
  ),
  usdod: at(
    'https://login.microsoftonline.us',
    'https://dod-graph.microsoft.us',
    'https://manage.protection.apps.mil',
  ),
  china: at(
    'https://login.partner.microsoftonline.cn',
    'https://microsoftgraph.chinacloudapi.cn',
    'https://manage.office365.cn',
  ),
} satisfies Record<string, Cloud>

type CloudName = keyof typeof CLOUDS

export interface CloudSettings {
  cloud: CloudName
  loginUrl?: string | undefined
  graphUrl?: string | undefined
  manageUrl?: string | undefined
}

/** Addresses may be set by hand: for a proxy in between, a cloud not named here, or a simulated one. */
export function cloudFrom({ cloud, loginUrl, graphUrl, manageUrl }: CloudSettings): Cloud {
  const named = CLOUDS[cloud]
  return {
    ...named,
    loginUrl: loginUrl ?? named.loginUrl,
    graphUrl: graphUrl ?? named.graphUrl,
    manageUrl: manageUrl ?? named.manageUrl,
  }
}
