// Services that companies let in to their mail, calendars or files every day, by what their applications are called.
const FIRST_WORDS = `1password acronis acuity adobe aircall airtable apollo asana atlassian attio avepoint backupify barracuda
basecamp bitrix24 bluemail boomerang box cal.com calendly canva clari clickup clockwise cloudhq coda codetwo commvault confluence
copper datto dialpad docusign doodle drift dropbox druva edison evernote exclaimer expensify fathom figma fireflies freshdesk
freshsales freshservice freshworks front github gitlab gong gotomeeting grammarly greenhouse gusto hellosign hiver hootsuite hubspot
ifttt intercom ironclad jira knowbe4 krisp lastpass lever linear linkedin loom lucid lucidchart mailchimp mendeley mimecast miro
missive mixmax monday monday.com motion mural netsuite newton notion nylas okta otter otter.ai outreach pandadoc pipedrive proofpoint
quickbooks reclaim reclaim.ai ringcentral salesforce salesloft samsung savvycal seismic sendgrid servicenow shortwave slack smartsheet
spanning spark streak sugarcrm superhuman surveymonkey tableau teamwork thunderbird ticktick todoist toggl trello tripit typeform
veeam vidyard webex whereby workato workday wrike xero yesware youcanbookme zapier zendesk zoho zoom zoominfo`

const NAMES = new Set([...FIRST_WORDS.split(/\s+/), 'chili piper', 'read ai'])

/** 'HubSpot Sales', 'Zoom for Outlook'. */
export function isKnownService(name: string): boolean {
  const [first = '', second = ''] = name
    .trim()
    .toLowerCase()
    .split(/[\s:–-]+/)
  return NAMES.has(first) || NAMES.has(`${first} ${second}`)
}
