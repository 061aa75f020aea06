/** The import rules of ARCHITECTURE.md, checked by `npm test`. */
const { existsSync, readdirSync } = require('node:fs')

/** A slice may import the slices before it. It reaches later ones by events. */
const slices = [
  'notices',
  'people',
  'sign-in',
  'staff',
  'files',
  'places',
  'blocks',
  'profiles',
  'background-checks',
  'availability',
  'search',
  'ledger',
  'payments',
  'payouts',
  'reconciliation',
  'bookings',
  'wallet',
  'reviews',
  'chat',
  'families',
  'disputes',
  'calendars',
  'moderation',
  'notifications',
  'support',
  'home',
  'console',
  'own-data',
]

const unlisted = readdirSync(`${__dirname}/server/src/features`).filter((slice) => !slices.includes(slice))
if (unlisted.length > 0) throw new Error(`Give these slices a place in the order: ${unlisted.join(', ')}.`)

/** Pure product rules, which can be read and tested without a server. */
const pureFiles = [
  'console/analytics/periods',
  'availability/booked/booked-windows',
  'availability/calendar/offers',
  'availability/rules/validation',
  'background-checks/check',
  'bookings/canceling/plan',
  'bookings/visits/completion-rate',
  'bookings/visits/family-access',
  'bookings/lifecycle',
  'bookings/messages',
  'bookings/meetings/times',
  'bookings/moving/shares',
  'bookings/repeating/occurrences',
  'bookings/requests/open-requests',
  'bookings/requests/price',
  'bookings/reminders/plan',
  'bookings/taken-back',
  'bookings/requests/requested-windows',
  'bookings/visits/safety',
  'bookings/moving/same-length',
  'bookings/requests/unavailability',
  'bookings/visits/visit',
  'chat/conversations/conversation',
  'disputes/dispute',
  'files/serving/access',
  'ledger/posting',
  'payments/payment',
  'payments/checkout/first-week',
  'payments/refunds/refund',
  'payouts/money/new-money',
  'payouts/payout',
  'profiles/names/card-name',
  'profiles/caregivers/caregiver',
  'profiles/families/family',
  'reconciliation/compare',
  'reviews/families/pattern',
  'search/free-text',
  'search/matching/match',
  'search/nights',
  'search/roles',
  'search/states',
].map((file) => `server/src/features/${file}.ts`)
for (const file of pureFiles) {
  if (!existsSync(`${__dirname}/${file}`)) throw new Error(`${file} is listed as pure, but does not exist`)
  const test = file.replace(/[.]ts$/, '.test.ts')
  if (!existsSync(`${__dirname}/${test}`))
    throw new Error(`${file} is listed as pure, but ${test} does not exist`)
}
const pure = `^(${pureFiles.join('|')})$`
const tests = '[.]test[.]tsx?$'
const stories = '[.]stories[.]tsx$'

const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: [tests, from.pathNot ?? []].flat() },
  to,
})

const sliceOrder = slices
  .slice(0, -1)
  .map((slice, index) =>
    forbid(
      `slice-order-${slice}`,
      `${slice} comes before these slices and reaches them by events.`,
      { path: `^server/src/features/${slice}/` },
      { path: `^server/src/features/(${slices.slice(index + 1).join('|')})/` },
    ),
  )

/** A folder of the platform may import those before it, and the files beside them. */
const platformFolders = [
  'config',
  'database',
  'observability',
  'jobs',
  'limits',
  'http',
  'pages',
  'realtime',
  'clock',
]

const platformOrder = platformFolders
  .slice(0, -1)
  .map((folder, index) =>
    forbid(
      `platform-order-${folder}`,
      `${folder} comes before these folders.`,
      { path: `^server/src/platform/${folder}/` },
      { path: `^server/src/platform/(${platformFolders.slice(index + 1).join('|')})/` },
    ),
  )

/** What calls the commands and queries. */
const entrances = '([/-](routes|subscribers)|/jobs)[.]ts$'

const everywhere = [
  {
    name: 'no-circular',
    comment: 'Modules in a cycle cannot be understood or tested separately.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment:
      'An import that this tool cannot resolve would escape every rule. (The compiler checks packages.)',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, path: '^([.]|@tendwell/)' },
  },
  forbid(
    'no-tests-in-product',
    'The product does not ship its tests and stories.',
    { path: '^(contract|packages/[^/]+|server|web)/src/', pathNot: stories },
    { path: [tests, stories, '^(packages/[^/]+|server|web)/test/', '^e2e/', '^bench/'] },
  ),
  forbid(
    'no-development-packages-in-product',
    'A production install does not include development packages.',
    { path: '^(contract|packages/[^/]+|server)/src/' },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'contract-stands-alone',
    'Server and web import the contract; it imports neither.',
    { path: '^contract/src/' },
    { path: '^(packages|server|web)/' },
  ),
  forbid(
    'packages-know-no-product',
    'A package of packages/ could be used by another product. Only its tests use helpers of the server.',
    { path: '^packages/', pathNot: '^packages/[^/]+/test/' },
    { path: '^(contract|server|web)/' },
  ),
  forbid(
    'packages-by-their-door',
    'A package is imported by its name.',
    { path: '^(server|web)/' },
    { path: '^packages/', pathNot: '^packages/[^/]+/src/index[.]ts$' },
  ),
  forbid(
    'server-without-web',
    'Server and web share only the contract.',
    { path: '^server/' },
    { path: '^web/' },
  ),
  forbid(
    'web-without-server',
    'Server and web share only the contract.',
    { path: '^web/' },
    { path: '^(packages|server)/' },
  ),
]

const server = [
  forbid(
    'platform-knows-no-feature',
    'Platform code does not depend on this product.',
    { path: '^server/src/platform/' },
    { path: '^server/src/(?!platform/)' },
  ),
  forbid(
    'platform-base-stands-alone',
    'Every folder of the platform may import the files beside the folders.',
    { path: '^server/src/platform/[^/]+[.]ts$' },
    { path: '^server/src/platform/[^/]+/' },
  ),
  ...platformOrder,
  forbid(
    'graphile-worker-by-jobs',
    'One folder knows which queue the jobs are in.',
    { path: '^server/src/', pathNot: '^server/src/platform/jobs/' },
    { path: '(^|/)node_modules/graphile-worker/' },
  ),
  forbid(
    'ports-know-no-feature',
    'Ports are about mail, money or files, not about bookings.',
    { path: '^server/src/ports/' },
    { path: '^server/src/(features|commands|demo|backup|app[.]ts|main[.]ts)' },
  ),
  forbid(
    'features-are-wired-from-above',
    'app.ts imports the features, not the other way around.',
    { path: '^server/src/features/' },
    { path: '^server/src/(commands|demo|backup|app[.]ts|main[.]ts|notices[.]ts)' },
  ),
  forbid(
    'features-know-no-adapter',
    'app.ts chooses the payment provider, mailer and storage.',
    { path: '^server/src/features/' },
    { path: '^server/src/ports/[^/]+/', pathNot: '/(port|email)[.]ts$' },
  ),
  forbid(
    'slices-by-their-door',
    'Slices import each other through index.ts only, except tables for foreign keys.',
    { path: '^server/src/features/([^/]+)/', pathNot: '^server/src/features/.+/tables[.]ts$' },
    {
      path: '^server/src/features/',
      pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/index[.]ts$'],
    },
  ),
  forbid(
    'tables-by-tables',
    'A tables.ts imports only tables.ts from other slices.',
    { path: '^server/src/features/([^/]+)/.*tables[.]ts$' },
    {
      path: '^server/src/features/',
      pathNot: ['^server/src/features/$1/', '^server/src/features/.+/tables[.]ts$'],
    },
  ),
  forbid(
    'entrances-without-sql',
    'Routes, jobs and subscribers call commands and queries.',
    { path: `^server/src/features/.+${entrances}` },
    { path: '[/-](store|tables)[.]ts$' },
  ),
  forbid(
    'entrances-by-the-door',
    'Nothing depends on routes, jobs or subscribers but the door and other entrances.',
    { path: '^server/src/features/', pathNot: [entrances, '/index[.]ts$'] },
    { path: `^server/src/features/.+${entrances}` },
  ),
  forbid(
    'tools-by-the-door',
    'The demo, backups and commands use slices as other slices do.',
    { path: '^server/src/(demo|backup|commands)/' },
    { path: '^server/src/features/', pathNot: '^server/src/features/[^/]+/(index|tables)[.]ts$' },
  ),
  forbid(
    'pure-files',
    'Pure rules import only the contract, error types and each other.',
    { path: pure },
    { pathNot: ['^contract/src/', '^server/src/platform/errors[.]ts$', pure] },
  ),
  ...sliceOrder,
]

/** A domain of shared may import those before it. */
const sharedDomains = [
  'routes',
  'statuses',
  'money',
  'people',
  'visits',
  'safety',
  'disputes',
  'reviews',
  'sign-in',
  'calendars',
]

const unlistedDomains = readdirSync(`${__dirname}/web/src/shared`).filter(
  (name) => !sharedDomains.includes(name),
)
if (unlistedDomains.length > 0)
  throw new Error(`Give these folders of web/src/shared a place in the order: ${unlistedDomains.join(', ')}.`)

const sharedOrder = sharedDomains
  .slice(0, -1)
  .map((domain, index) =>
    forbid(
      `shared-order-${domain}`,
      `${domain} comes before these domains.`,
      { path: `^web/src/shared/${domain}/` },
      { path: `^web/src/shared/(${sharedDomains.slice(index + 1).join('|')})/` },
    ),
  )

/** A folder of lib may import those before it. */
const libFolders = ['format', 'browser', 'session', 'transport', 'address', 'forms', 'realtime']

const libOrder = libFolders
  .slice(0, -1)
  .map((folder, index) =>
    forbid(
      `lib-order-${folder}`,
      `${folder} comes before these folders.`,
      { path: `^web/src/lib/${folder}/` },
      { path: `^web/src/lib/(${libFolders.slice(index + 1).join('|')})/` },
    ),
  )

const places = [
  'app',
  'market',
  'console',
  'shared',
  'ui',
  'lib',
  'styles',
  'entry-client.tsx',
  'entry-server.tsx',
]
const strays = readdirSync(`${__dirname}/web/src`).filter((name) => !places.includes(name))
if (strays.length > 0) throw new Error(`web/src has no place for ${strays.join(', ')}.`)

/** What the contract has of time, numbers and the wire, without a word of the product. */
const plainContract =
  '^contract/src/(time|format|money|wire|clock|realtime|reference|rendering|lenient-input)[.]ts$'

const web = [
  forbid(
    'ui-and-lib-know-no-product',
    'Primitives, and what carries calls, do not depend on any screen or domain.',
    { path: '^web/src/(ui|lib)/', pathNot: stories },
    { path: '^web/src/(app|market|console|shared)/' },
  ),
  forbid(
    'ui-and-lib-without-product-shapes',
    'Of the contract they know time, numbers and the wire; the session knows its user.',
    { path: '^web/src/(ui|lib)/', pathNot: '^web/src/lib/session/' },
    { path: '^contract/src/', pathNot: plainContract },
  ),
  forbid(
    'lib-without-ui',
    'ui imports lib, not the other way around.',
    { path: '^web/src/lib/' },
    { path: '^web/src/ui/' },
  ),
  ...libOrder,
  forbid(
    'react-aria-by-ui',
    'Screens use the primitives in ui, so that React Aria can be changed in one place.',
    { path: '^web/src/', pathNot: '^web/src/ui/' },
    { path: '(^|/)(react-aria|react-aria-components|@react-aria|@internationalized)(/|$)' },
  ),
  forbid(
    'one-toast-module',
    'Toasts are made by lib/toast.ts and shown by ui/toaster.tsx.',
    { path: '^web/', pathNot: '^web/src/(lib/toast|ui/toaster)\\.tsx?$' },
    { path: '(^|/)react-hot-toast(/|$)' },
  ),
  forbid(
    'shared-knows-no-app',
    'Both apps import shared, not the other way around.',
    { path: '^web/src/shared/' },
    { path: '^web/src/(app|market|console)/' },
  ),
  ...sharedOrder,
  forbid(
    'two-apps',
    'What families and caregivers see and what staff see share only shared.',
    { path: '^web/src/market/' },
    { path: '^web/src/console/' },
  ),
  forbid(
    'two-apps-back',
    'What families and caregivers see and what staff see share only shared.',
    { path: '^web/src/console/' },
    { path: '^web/src/market/' },
  ),
  forbid(
    'market-features-apart',
    'Features do not import each other; what two need is in shared.',
    { path: '^web/src/market/([^/]+)/' },
    { path: '^web/src/market/', pathNot: '^web/src/market/$1/' },
  ),
  forbid(
    'console-screens-apart',
    'Screens do not import each other; what two need is in console/common.',
    { path: '^web/src/console/([^/]+)/' },
    { path: '^web/src/console/', pathNot: '^web/src/console/($1|common)/' },
  ),
  forbid(
    'apps-know-no-router',
    'app imports the screens, not the other way around.',
    { path: '^web/src/(market|console)/' },
    { path: '^web/src/app/' },
  ),
  forbid(
    'pages-by-the-router',
    'Only the router opens a page.',
    { path: '^web/src/', pathNot: ['^web/src/app/', stories] },
    { path: '^web/src/(market|console)/.+-page[.]tsx$' },
  ),
]

module.exports = {
  forbidden: [...everywhere, ...server, ...web],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    // Checks type imports too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts'],
    },
  },
}
