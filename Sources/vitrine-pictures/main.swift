import CChafa
import CGexiv2
import CVips

print(vips_version(0), gexiv2_get_version())
let cfg = chafa_canvas_config_new()
print(cfg as Any)
