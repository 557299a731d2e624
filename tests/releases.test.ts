import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { VARIABLES } from '#server/config/environment.ts'
import { VERSION } from '#server/config/version.ts'

const CHART = 'deploy/helm/daybook'

const read = (path: string): string => readFileSync(path, 'utf8')

/** Helm's commands are no YAML: a line of its own goes, a value becomes a word. */
const withoutCommands = (template: string): string =>
  template.replaceAll(/^\s*\{\{-?.*\}\}\s*$/gm, '').replaceAll(/"?\{\{.*?\}\}(:\{\{.*?\}\})?"?/g, 'value')

test('every file of the release is valid YAML', () => {
  const files = globSync(['.github/**/*.yml', 'compose.yaml', `${CHART}/*.yaml`])
  expect(files).toHaveLength(8)
  for (const path of files)
    expect({ path, errors: parseAllDocuments(read(path)).flatMap(({ errors }) => errors) }).toEqual({
      path,
      errors: [],
    })
})

test('the chart has each setting once, besides those that its container decides', () => {
  const { settings, secrets } = parse(read(`${CHART}/values.yaml`))
  const decided = [...read(`${CHART}/templates/deployment.yaml`).matchAll(/- name: ([A-Z_]+)$/gm)].map(
    (match) => match[1],
  )
  expect(decided).toEqual(['HOST', 'PORT', 'DATA_DIRECTORY'])
  const names = [...Object.keys(settings), ...Object.keys(secrets), ...decided]
  expect(names.toSorted()).toEqual(VARIABLES.toSorted())
})

test('no secret of the chart is among its plain settings', () => {
  const { settings } = parse(read(`${CHART}/values.yaml`))
  for (const name of Object.keys(settings)) expect(name).not.toMatch(/SECRET|_KEY|TOKEN$|^DATABASE|^SMTP_URL/)
})

test('the templates of the chart are valid, and ask for health where the app answers', () => {
  const kinds = globSync(`${CHART}/templates/*.yaml`).flatMap((path) =>
    parseAllDocuments(withoutCommands(read(path))).map((document) => {
      expect({ path, errors: document.errors }).toEqual({ path, errors: [] })
      return document.get('kind')
    }),
  )
  expect(kinds.toSorted()).toEqual([
    'ConfigMap',
    'Deployment',
    'Ingress',
    'PersistentVolumeClaim',
    'Secret',
    'Service',
  ])
  const [container] = parse(withoutCommands(read(`${CHART}/templates/deployment.yaml`))).spec.template.spec
    .containers
  expect(container.livenessProbe.httpGet.path).toBe('/healthz')
  expect(container.readinessProbe.httpGet.path).toBe('/readyz')
  const health = read('server/observability/health.ts')
  for (const path of ['/healthz', '/readyz']) expect(health).toContain(`'${path}'`)
})

test('the version is the same everywhere', () => {
  const { version, appVersion } = parse(read(`${CHART}/Chart.yaml`))
  const lock = JSON.parse(read('package-lock.json'))
  expect([version, appVersion, lock.version, lock.packages[''].version]).toEqual(Array(4).fill(VERSION))
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(`^## \\[${RegExp.escape(VERSION)}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
  )
})

test('the workflows run the tests as the README says', () => {
  for (const name of ['ci', 'release']) {
    const { jobs } = parse(read(`.github/workflows/${name}.yml`))
    const commands = jobs.test.steps.map(({ run }: { run?: string }) => run)
    expect(read('README.md')).toContain(commands.at(-1))
    expect(commands.at(-1)).toBe('npm ci && npm test')
  }
  const { jobs } = parse(read('.github/workflows/release.yml'))
  const build = jobs.image.steps.at(-1)
  expect(build.with.platforms).toBe('linux/amd64,linux/arm64')
  expect(existsSync(`${build.with.context}/Dockerfile`)).toBe(true)
})
