import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const FIRST_FONTS = /(?:inter-latin-wght-normal|source-serif-4-latin-opsz-normal)[^/]*\.woff2$/
const FIRST_SCRIPT = /start-[^/]*\.js$/

/** What every first screen needs is asked for with the page, instead of after the stylesheet or the first script. */
export function preloadFirst(): Plugin {
  const preload = (file: string): HtmlTagDescriptor[] => {
    const link = (attrs: object): HtmlTagDescriptor => ({
      tag: 'link',
      attrs: { href: `/${file}`, crossorigin: true, ...attrs },
      injectTo: 'head-prepend',
    })
    if (FIRST_FONTS.test(file)) return [link({ rel: 'preload', as: 'font', type: 'font/woff2' })]
    return FIRST_SCRIPT.test(file) ? [link({ rel: 'modulepreload' })] : []
  }
  return {
    name: 'daybook:preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => Object.keys(bundle ?? {}).flatMap(preload),
    },
  }
}

/** The controls that bring or fetch a library of their own; every other is small, and part of the basics. */
const HEAVY_CONTROLS =
  'combobox|confirm|confirm-dialog|dialog|drawer|figure-input|icon-button|inline-edit|leave-guard|menu|select|sortable-list|tabs|toasts|toaster|tooltip|ui-provider|virtual-list'

/**
 * What comes together in one file, so that a screen asks for about fifteen. Left alone, the bundler makes a file of whatever
 * the same screens share: sixty for a list, and to ask for them took a slow processor longer than to read them.
 */
const TOGETHER: { name: string; test: RegExp }[] = [
  {
    name: 'basics',
    test: new RegExp(
      `node_modules/(lucide-react|@tanstack/react-query|use-sync-external-store)/|web/(navigation/wanted-path|ui/(?!${HEAVY_CONTROLS})[a-z-]+)\\.tsx?$|core/who-am-i`,
    ),
  },
  { name: 'answers', test: /web\/data\/api\.ts$|^(?!.*node_modules).*\/core\// },
  {
    name: 'controls',
    test: /@base-ui\/(utils|react\/(internals|utils(?!\/useSwipeDismiss)|merge-props|use-render|composite|tabs))\//,
  },
  { name: 'questions', test: /web\/ui\/(confirm|toaster)\.tsx$/ },
  { name: 'dialogs', test: /web\/ui\/(dialog|confirm-dialog|toasts)\.tsx$/ },
  { name: 'popups', test: /web\/ui\/(menu|tooltip)\.tsx$/ },
  { name: 'lists', test: /web\/(data\/(list|change)|navigation\/dialog-link|ui\/virtual-list)\.tsx?$/ },
  { name: 'choices', test: /web\/ui\/select\.tsx$/ },
  { name: 'forms', test: /web\/(forms\/(form|form-dialog)|ui\/(combobox|figure-input|inline-edit))\.tsx?$/ },
]

export default defineConfig({
  root: here('./web'),
  publicDir: here('./web/public'),
  plugins: [react(), tailwindcss(), preloadFirst()],
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: ['chrome131', 'edge131', 'firefox133', 'safari18.1'],
    // An inlined asset is a data: URL, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Files that import each other must still run in the order of their modules.
        strictExecutionOrder: true,
        codeSplitting: {
          minShareCount: 2,
          groups: [
            { name: 'boot', tags: ['$initial'], minShareCount: 1 },
            { name: 'start', test: /web\/main\.tsx$/, minShareCount: 1 },
            ...TOGETHER,
            {
              name: 'contracts',
              test: /features\/[^/]+\/(contract|rules)\.ts$/,
              entriesAware: true,
              entriesAwareMergeThreshold: 12000,
            },
            { name: 'shared', entriesAware: true, entriesAwareMergeThreshold: 1500 },
          ],
        },
      },
    },
  },
})
