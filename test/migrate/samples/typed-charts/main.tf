# One block for all charts of a map with a type; iterators have names of their own.
variable "charts" {
  type = map(object({
    release_name = string
    repository   = string
    chart        = string
    version      = optional(string)
    namespace    = optional(string, "tools")
    timeout      = optional(number, 600)
    atomic       = optional(bool, true)
    max_history  = optional(number, 10)
    values_file  = optional(string)
    values       = optional(list(string), [])
    set          = optional(list(object({ name = string, value = string })))
    secrets      = optional(list(object({ name = string, value = string })))
  }))
}

resource "helm_release" "charts" {
  for_each        = var.charts
  name            = each.value.release_name
  repository      = each.value.repository
  chart           = each.value.chart
  version         = each.value.version
  namespace       = each.value.namespace
  timeout         = each.value.timeout
  atomic          = each.value.atomic
  max_history     = each.value.max_history
  cleanup_on_fail = true
  lint            = true
  recreate_pods   = false
  values          = each.value.values_file != null ? [file(each.value.values_file)] : each.value.values

  dynamic "set" {
    iterator = item
    for_each = each.value.set == null ? [] : each.value.set
    content {
      name  = item.value.name
      value = item.value.value
    }
  }

  dynamic "set_sensitive" {
    iterator = item
    for_each = each.value.secrets == null ? [] : each.value.secrets
    content {
      name  = item.value.name
      value = item.value.value
      type  = "string"
    }
  }
}
