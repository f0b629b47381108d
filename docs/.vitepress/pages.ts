// What the site shows, in the order in which a newcomer reads it.

export interface Page {
  readonly title: string;
  /** Where it lies on the site. */
  readonly at: string;
  /** Where it lies in the repository. */
  readonly file: string;
}

interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** A page of this folder. */
const here = (title: string, at: string): Page => ({ title, at, file: `docs/${at || 'README'}.md` });

export const sections: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      here('What is here', ''),
      here('Quick start', 'quick-start'),
      here('Connect a customer', 'connect-a-customer'),
      here('Write safely', 'write-safely'),
      here('Import a thousand invoices', 'import-invoices'),
      here('Receive webhooks', 'receive-webhooks'),
      here('A bill from a PDF to the books', 'bill-from-pdf'),
      here('Automations', 'automations'),
      here('Look before you write', 'look-before-a-write'),
      here('Credit notes', 'credit-notes'),
      here('Bank transactions and deposits', 'bank-transactions'),
      here('Attachments', 'attachments'),
      here('History and notes', 'history'),
      here('Reports for a lender', 'reports'),
      here('A request of your own', 'provider-requests'),
      here('A daily summary of a shop', 'daily-summary'),
      here('Give an agent access', 'agents'),
      here('What an agent can and cannot do', 'agents-can'),
    ],
  },
  {
    title: 'Build on it',
    pages: [
      here('The command', 'cli'),
      here('The API', 'api'),
      here('Changes and webhooks', 'changes'),
      { title: 'The client', at: 'client', file: 'client/README.md' },
      here('In your own program', 'embed'),
      here('Another ledger', 'another-ledger'),
      here('Test your integration in CI', 'test-in-ci'),
      here('Move existing connections here', 'move-connections'),
      here('Usage', 'usage'),
      here('The console', 'console'),
      here('Lists as files', 'exports'),
    ],
  },
  {
    title: 'Run it',
    pages: [
      here('Deploy', 'deploy'),
      here('Going live', 'going-live'),
      here('Operate', 'operate'),
      here('One machine fails', 'failover'),
      here('Upgrade and go back', 'upgrade'),
      here('HTTP hosts', 'http'),
      here('Background work', 'operations'),
      here('Traces and metrics', 'telemetry'),
      here('The database', 'storage'),
      here('Roles of the database', 'database-roles'),
      here('Scale', 'scale'),
      here('Figures', 'figures'),
    ],
  },
  {
    title: 'Look it up',
    pages: [
      here('Errors', 'reference/errors'),
      here('Events', 'reference/events'),
      here('Limits', 'reference/limits'),
      here('What each provider can do', 'reference/coverage'),
      here('What is imitated, and what is assumed', 'reference/imitated'),
      here('Variables', 'reference/variables'),
    ],
  },
  {
    title: 'Trust it',
    pages: [
      here('Security', 'security'),
      here('What is stored', 'retention-and-secrets'),
      here('Threats', 'threat-model'),
      here('ASVS', 'asvs'),
      { title: 'Report a fault', at: 'report-a-fault', file: 'SECURITY.md' },
    ],
  },
  {
    title: 'Change it',
    pages: [
      here('Architecture', 'architecture'),
      here('Decisions', 'decisions'),
      { title: 'Words', at: 'glossary', file: 'core/README.md' },
      here('Versions', 'versioning'),
      { title: 'Contributing', at: 'contributing', file: 'CONTRIBUTING.md' },
      { title: 'Changelog', at: 'changelog', file: 'CHANGELOG.md' },
    ],
  },
];
