import { type Html, html } from '#sandbox/html.ts'

/** The errors of a form by the name of their field. What concerns all of it is under `form`. */
export type FieldErrors = { [name: string]: string | undefined }

export function errorSummary(errors: FieldErrors): Html | false {
  const entries = Object.entries(errors)
  return (
    entries.length > 0 &&
    html`<div class="problem" role="alert"><p>${errors.form ?? 'Please check these fields:'}</p>${
      errors.form === undefined &&
      html`<ul>${entries.map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`)}</ul>`
    }</div>`
  )
}

export interface TextField {
  name: string
  label: string
  attributes: Html
  value: string
  errors: FieldErrors
}

/** The first field with an error has the focus. */
export function textField({ name, label, attributes, value, errors }: TextField): Html {
  const error = errors[name]
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" ${attributes} required${
    error !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`
  }${Object.keys(errors)[0] === name && html` autofocus`}>
${error !== undefined && html`<p class="fault" id="${name}-error">${error}</p>`}
</div>`
}

export interface TestNumber {
  number: string
  effect: string
}

/** The numbers that a form of the sandbox takes. */
export function testNumbers(title: string, numbers: readonly TestNumber[], hint?: string): Html {
  return html`<section class="help" aria-labelledby="test-numbers">
<h2 id="test-numbers">${title}</h2>
${hint !== undefined && html`<p>${hint}</p>`}
<dl>${numbers.map(({ number, effect }) => html`<div><dt>${number}</dt><dd>${effect}</dd></div>`)}</dl>
</section>`
}
