import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const FIRST_FONTS = /(?:inter-latin-wght-normal|source-serif-4-latin-opsz-normal)[^/]*\.woff2$/

/** The fonts of every first screen are loaded with the page, instead of after the stylesheet. */
function preloadFonts(): Plugin {
  const preload = (file: string): HtmlTagDescriptor[] => {
    const link = (attrs: object): HtmlTagDescriptor => ({
      tag: 'link',
      attrs: { href: `/${file}`, crossorigin: true, ...attrs },
      injectTo: 'head-prepend',
    })
    return FIRST_FONTS.test(file) ? [link({ rel: 'preload', as: 'font', type: 'font/woff2' })] : []
  }
  return {
    name: 'daybook:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => Object.keys(bundle ?? {}).flatMap(preload),
    },
  }
}

/** Prerendered pages are read before their fonts are there: one that comes late must not move what is read. */
const lateFontsStayAway: Plugin = {
  name: 'daybook:optional-fonts',
  enforce: 'pre',
  transform: {
    filter: { id: /@fontsource-variable\/.*\.css$/ },
    handler: (css) => css.replaceAll('font-display: swap', 'font-display: optional'),
  },
}

export default defineConfig({
  root: here('./web'),
  publicDir: here('./web/public'),
  plugins: [react(), tailwindcss(), preloadFonts(), lateFontsStayAway],
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: ['chrome131', 'edge131', 'firefox133', 'safari18.1'],
    // An inlined asset is a data: URL, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Left alone, each icon and each part of a library becomes a file of its own.
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'] },
            { name: 'icons', test: 'node_modules/lucide-react/' },
            { name: 'schemas', test: 'node_modules/zod/' },
            { name: 'base-ui', test: 'node_modules/@base-ui/', minShareCount: 10 },
          ],
        },
      },
    },
  },
})
