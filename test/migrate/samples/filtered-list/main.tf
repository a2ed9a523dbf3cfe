# A list of charts, filtered and keyed, with fallbacks by try.
locals {
  charts = [
    { name = "keda", chart = "keda", repository = "https://kedacore.github.io/charts", chart_version = " 2.17.2 ", enabled = true },
    { name = "kyverno", chart = "kyverno", repository = "https://kyverno.github.io/kyverno/", enabled = false },
  ]
}

resource "helm_release" "this" {
  for_each = {
    for chart in local.charts :
    chart.name => chart
    if chart.enabled != false
  }

  name             = each.value.name
  namespace        = try(each.value.namespace, replace(each.key, "_", "-"))
  repository       = each.value.repository
  chart            = each.value.chart
  version          = try(trimspace(each.value.chart_version), "") != "" ? trimspace(each.value.chart_version) : null
  create_namespace = try(each.value.create_namespace, true)
  values           = try(each.value.values_files, [])

  dynamic "set" {
    for_each = try(each.value.set_values, [])
    content {
      name  = set.value.name
      value = set.value.value
    }
  }
}
